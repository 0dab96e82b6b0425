//! PostgreSQL: any number of machines. Processes that look for work at once do not wait for each other: `SKIP LOCKED`.

use postgres::{Client, NoTls, Transaction};

use super::{Answered, Failure, LEASE, Next, Store, Taken, now, tables};

pub struct Postgres(Client);

/// Number of the lock under which tables are made: two processes cannot make the same at once.
const LOCK: i64 = 0x6665_7272_6f74;

impl Postgres {
    pub fn open(url: &str) -> Result<Postgres, Failure> {
        let mut client = Client::connect(url, NoTls)?;
        let mut transaction = client.transaction()?;
        transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
        // Making what is there would lock tables that others use, in another order than they do.
        let is_there: bool = transaction.query_one("SELECT to_regclass('calls') IS NOT NULL", &[])?.get(0);
        if !is_there {
            transaction.batch_execute(&tables("BYTEA"))?;
        }
        transaction.commit()?;
        Ok(Postgres(client))
    }
}

/// Locks the row of a program: who replaces its state meanwhile waits for the end of the transaction, and sees what it did.
fn lock(transaction: &mut Transaction<'_>, run: &str) -> Result<(), Failure> {
    transaction.execute("SELECT run FROM runs WHERE run = $1 FOR UPDATE", &[&run])?;
    Ok(())
}

impl Store for Postgres {
    fn add(&mut self, run: &str, state: &[u8]) -> Result<bool, Failure> {
        let text = "INSERT INTO runs VALUES ($1, $2, 0, TRUE, $3, NULL) ON CONFLICT DO NOTHING";
        Ok(self.0.execute(text, &[&run, &state, &now()?])? == 1)
    }

    fn take(&mut self) -> Result<Option<Taken>, Failure> {
        let now = now()?;
        let mut transaction = self.0.transaction()?;
        let row = transaction.query_opt(
            "UPDATE runs SET taken_until = $1 WHERE run =
                (SELECT run FROM runs WHERE is_ready AND (taken_until <= $2 OR taken_until > $1)
                    ORDER BY taken_until LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING run, state, answers",
            &[&(now + LEASE), &now],
        )?;
        let Some(row) = row else { return Ok(None) };
        let mut taken = Taken { run: row.get(0), state: row.get(1), answers: row.get(2), new: Vec::new() };
        let text = "SELECT call, answer FROM calls WHERE run = $1 AND answer IS NOT NULL ORDER BY call";
        for row in transaction.query(text, &[&taken.run])? {
            taken.new.push((u64::try_from(row.get::<_, i64>(0))?, row.get(1)));
        }
        transaction.commit()?;
        Ok(Some(taken))
    }

    fn put(&mut self, taken: &Taken, next: &Next) -> Result<bool, Failure> {
        let (state, is_ready, ending) = next.columns();
        let mut transaction = self.0.transaction()?;
        let changed = transaction.execute(
            "UPDATE runs SET state = $1, answers = $2, is_ready = $3, taken_until = $8, ending = $4
             WHERE run = $5 AND answers = $6 AND state = $7",
            &[&state, &next.answers, &is_ready, &ending, &taken.run, &taken.answers, &taken.state, &now()?],
        )?;
        if changed == 0 {
            return Ok(false);
        }
        for (call, _) in &taken.new {
            let call = i64::try_from(*call)?;
            transaction.execute("DELETE FROM calls WHERE run = $1 AND call = $2", &[&taken.run, &call])?;
        }
        for (call, question) in &next.asked {
            let text = "INSERT INTO calls VALUES ($1, $2, $3, NULL) ON CONFLICT DO NOTHING";
            transaction.execute(text, &[&taken.run, &i64::try_from(*call)?, question])?;
        }
        if ending.is_some() {
            transaction.execute("DELETE FROM calls WHERE run = $1", &[&taken.run])?;
        }
        // Somebody may have answered meanwhile.
        transaction.execute(
            "UPDATE runs SET is_ready = TRUE WHERE run = $1 AND ending IS NULL
                AND EXISTS (SELECT * FROM calls WHERE run = $1 AND answer IS NOT NULL)",
            &[&taken.run],
        )?;
        transaction.commit()?;
        Ok(true)
    }

    fn answer(&mut self, run: &str, call: u64, value: &str) -> Result<Answered, Failure> {
        let mut transaction = self.0.transaction()?;
        lock(&mut transaction, run)?;
        let changed = transaction.execute(
            "UPDATE calls SET answer = $1 WHERE run = $2 AND call = $3 AND answer IS NULL",
            &[&value, &run, &i64::try_from(call)?],
        )?;
        if changed == 1 {
            transaction.execute("UPDATE runs SET is_ready = TRUE WHERE run = $1 AND ending IS NULL", &[&run])?;
        }
        transaction.commit()?;
        Ok(if changed == 1 { Answered::Noted } else { Answered::NobodyWaits })
    }

    fn calls(&mut self) -> Result<Vec<(String, u64, String)>, Failure> {
        let text = "SELECT run, call, question FROM calls WHERE answer IS NULL ORDER BY run, call";
        let rows = self.0.query(text, &[])?;
        rows.iter().map(|row| Ok((row.get(0), u64::try_from(row.get::<_, i64>(1))?, row.get(2)))).collect()
    }

    fn show(&mut self, run: &str) -> Result<Option<String>, Failure> {
        let text = "SELECT coalesce(ending, 'waits, with ' || answers || ' answers') FROM runs WHERE run = $1";
        Ok(self.0.query_opt(text, &[&run])?.map(|row| row.get(0)))
    }

    fn charge(&mut self, key: &str, account: &str, amount: i64) -> Result<i64, Failure> {
        let mut transaction = self.0.transaction()?;
        // Receipts have numbers in a row.
        transaction.batch_execute("LOCK TABLE charges IN EXCLUSIVE MODE")?;
        transaction.execute(
            "INSERT INTO charges SELECT $1::text, $2::text, $3::bigint, count(*) + 1 FROM charges ON CONFLICT DO NOTHING",
            &[&key, &account, &amount],
        )?;
        let receipt = transaction.query_one("SELECT receipt FROM charges WHERE charge_key = $1", &[&key])?.get(0);
        transaction.commit()?;
        Ok(receipt)
    }
}
