//! SQLite: one file. Who writes is alone, so each method is a transaction that begins as a writer.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::{Answered, Failure, LEASE, Next, Store, Taken, now, tables};

pub struct Sqlite(Connection);

impl Sqlite {
    pub fn open(path: &str) -> Result<Sqlite, Failure> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(20))?;
        // Readers do not wait for the writer. What was committed is there after the process was killed; for the loss of power,
        // set `synchronous` to FULL.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.execute_batch(&tables("BLOB"))?;
        Ok(Sqlite(connection))
    }

    fn writing(&mut self) -> Result<Transaction<'_>, Failure> {
        Ok(self.0.transaction_with_behavior(TransactionBehavior::Immediate)?)
    }
}

impl Store for Sqlite {
    fn add(&mut self, run: &str, state: &[u8]) -> Result<bool, Failure> {
        let text = "INSERT INTO runs VALUES (?, ?, 0, TRUE, ?, NULL) ON CONFLICT DO NOTHING";
        Ok(self.0.execute(text, params![run, state, now()?])? == 1)
    }

    fn take(&mut self) -> Result<Option<Taken>, Failure> {
        let now = now()?;
        let transaction = self.writing()?;
        let row = transaction
            .query_row(
                "UPDATE runs SET taken_until = ?1 WHERE run =
                    (SELECT run FROM runs WHERE is_ready AND (taken_until <= ?2 OR taken_until > ?1)
                    ORDER BY taken_until LIMIT 1)
                 RETURNING run, state, answers",
                params![now + LEASE, now],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )
            .optional()?;
        let Some((run, state, answers)) = row else { return Ok(None) };
        let mut taken = Taken { run, state, answers, new: Vec::new() };
        {
            let text = "SELECT call, answer FROM calls WHERE run = ? AND answer IS NOT NULL ORDER BY call";
            let mut statement = transaction.prepare(text)?;
            let mut rows = statement.query([&taken.run])?;
            while let Some(row) = rows.next()? {
                taken.new.push((u64::try_from(row.get::<_, i64>(0)?)?, row.get(1)?));
            }
        }
        transaction.commit()?;
        Ok(Some(taken))
    }

    fn put(&mut self, taken: &Taken, next: &Next) -> Result<bool, Failure> {
        let (state, is_ready, ending) = next.columns();
        let transaction = self.writing()?;
        let changed = transaction.execute(
            "UPDATE runs SET state = ?, answers = ?, is_ready = ?, taken_until = ?, ending = ?
             WHERE run = ? AND answers = ? AND state = ?",
            params![state, next.answers, is_ready, now()?, ending, taken.run, taken.answers, taken.state],
        )?;
        if changed == 0 {
            return Ok(false);
        }
        for (call, _) in &taken.new {
            transaction
                .execute("DELETE FROM calls WHERE run = ? AND call = ?", params![taken.run, i64::try_from(*call)?])?;
        }
        for (call, question) in &next.asked {
            let text = "INSERT INTO calls VALUES (?, ?, ?, NULL) ON CONFLICT DO NOTHING";
            transaction.execute(text, params![taken.run, i64::try_from(*call)?, question])?;
        }
        if ending.is_some() {
            transaction.execute("DELETE FROM calls WHERE run = ?", [&taken.run])?;
        }
        // Somebody may have answered meanwhile.
        transaction.execute(
            "UPDATE runs SET is_ready = TRUE WHERE run = ?1 AND ending IS NULL
                AND EXISTS (SELECT * FROM calls WHERE run = ?1 AND answer IS NOT NULL)",
            [&taken.run],
        )?;
        transaction.commit()?;
        Ok(true)
    }

    fn answer(&mut self, run: &str, call: u64, value: &str) -> Result<Answered, Failure> {
        let transaction = self.writing()?;
        let changed = transaction.execute(
            "UPDATE calls SET answer = ? WHERE run = ? AND call = ? AND answer IS NULL",
            params![value, run, i64::try_from(call)?],
        )?;
        transaction.execute(
            "UPDATE runs SET is_ready = TRUE WHERE run = ? AND ending IS NULL AND ?",
            params![run, changed == 1],
        )?;
        transaction.commit()?;
        Ok(if changed == 1 { Answered::Noted } else { Answered::NobodyWaits })
    }

    fn calls(&mut self) -> Result<Vec<(String, u64, String)>, Failure> {
        let text = "SELECT run, call, question FROM calls WHERE answer IS NULL ORDER BY run, call";
        let mut statement = self.0.prepare(text)?;
        let mut rows = statement.query([])?;
        let mut calls = Vec::new();
        while let Some(row) = rows.next()? {
            calls.push((row.get(0)?, u64::try_from(row.get::<_, i64>(1)?)?, row.get(2)?));
        }
        Ok(calls)
    }

    fn show(&mut self, run: &str) -> Result<Option<String>, Failure> {
        let text = "SELECT coalesce(ending, 'waits, with ' || answers || ' answers') FROM runs WHERE run = ?";
        Ok(self.0.query_row(text, [run], |row| row.get(0)).optional()?)
    }

    fn charge(&mut self, key: &str, account: &str, amount: i64) -> Result<i64, Failure> {
        let transaction = self.writing()?;
        transaction.execute(
            "INSERT INTO charges SELECT ?, ?, ?, count(*) + 1 FROM charges WHERE true ON CONFLICT DO NOTHING",
            params![key, account, amount],
        )?;
        let receipt =
            transaction.query_row("SELECT receipt FROM charges WHERE charge_key = ?", [key], |row| row.get(0))?;
        transaction.commit()?;
        Ok(receipt)
    }
}
