"""Classes of the host: scripts make their objects, use their members, and hand them back."""

import dataclasses
import gc
import weakref

import pytest

from ferrotape import Engine, FerrotapeError, Opaque, ScriptError, UsageError


class Account:
    made = 0

    def __init__(self, owner="nobody"):
        if owner == "":
            raise ValueError("an account has an owner")
        self.owner = owner
        self.entries = []
        self._limit = None

    @classmethod
    def of(cls, owner):
        return cls(owner)

    @staticmethod
    def half(n):
        return n / 2

    @property
    def balance(self):
        return sum(self.entries)

    @property
    def limit(self):
        return self._limit

    @limit.setter
    def limit(self, limit):
        self._limit = limit

    def pay_in(self, amount):
        if not amount > 0:
            raise TypeError("nothing to pay in")
        self.entries.append(amount)
        return self

    def move_to(self, other, amount):
        self.entries.append(-amount)
        other.pay_in(amount)

    def each(self, f):
        return [f(entry) for entry in self.entries]

    def _secret(self):
        return "secret"


def test_scripts_make_objects_and_use_members():
    engine = Engine()
    engine.host_class(Account)
    assert engine.eval(
        """const a = new Account("Ann"); a.pay_in(40).pay_in(2); a.limit = 5;
        [a.balance, a.limit, a instanceof Account, Account.name, Account.of("Bob") instanceof Account, Account.half(5),
         "_secret" in a, Object.keys(a).length, a.each((entry) => entry / 2).join()]"""
    ) == [42, 5, True, "Account", True, 2.5, False, 0, "20,1"]
    assert engine.eval("const b = new Account('Cid'); a.move_to(b, 10); `${a.balance} ${b.balance}`") == "32 10"
    assert engine.eval("a.pay_in(1) === a") is True
    assert engine.eval("class Mine extends Account { twice() { return 2 * this.balance } }; new Mine('D').pay_in(21).twice()") == 42


def test_objects_come_back_as_they_are():
    engine = Engine()
    engine.host_class(Account, name="bank.Account")
    own = Account("host")
    engine["own"] = own
    assert engine["own"] is own
    assert engine.eval("own instanceof bank.Account && own.pay_in(7).balance") == 7 and own.balance == 7
    made = engine.eval("var made = new bank.Account('script'); made")
    assert isinstance(made, Account) and made.owner == "script"
    engine["again"] = [made, {"deep": made}]
    assert engine.eval("again[0] === made && again[1].deep === made") is True
    assert engine.eval("[made, own]") == [made, own]

    @engine.host_class
    class Savings(Account):
        pass

    assert engine.eval("const s = new Savings('x'); s instanceof bank.Account && s.pay_in(3).balance") == 3


def test_what_goes_wrong_is_an_exception_of_the_script():
    engine = Engine()
    engine.host_class(Account)

    @engine.host_class(constructor=False)
    class Given:
        def it(self):
            return 1

    def told(source):
        return engine.eval("try { %s } catch (e) { `${e.name}: ${e.message}` }" % source)

    assert told("new Account('')") == "ValueError: an account has an owner"
    assert told("new Account('a').pay_in(0)") == "TypeError: nothing to pay in"
    assert "new" in told("Account('a')")
    assert "not an instance of Account" in told("Account.prototype.pay_in.call({}, 1)")
    assert "not an instance of Account" in told("Object.create(new Account('a')).balance")
    assert "cannot be constructed" in told("new Given()")
    assert told("Given.prototype.it.call(new Account('a'))") == "TypeError: the object is not an instance of Given, or is gone"
    with pytest.raises(ScriptError) as caught:
        engine.eval("new Account('')")
    assert isinstance(caught.value.__cause__, ValueError)
    with pytest.raises(UsageError):
        engine.host_class(5)

    class Later:
        async def wait(self):
            pass

    with pytest.raises(UsageError, match="async"):
        engine.host_class(Later)
    engine.host_class(Later, members=[])


def test_fields_of_dataclasses_and_named_members():
    engine = Engine()

    @engine.host_class
    @dataclasses.dataclass
    class Point:
        x: int
        y: int = 0

    @engine.host_class
    @dataclasses.dataclass(frozen=True)
    class Fixed:
        x: int

    assert engine.eval("const p = new Point(1); p.y = 5; [p.x, p.y]") == [1, 5]
    assert engine.eval("p") == Point(1, 5)
    assert "Fixed" in str(engine.eval("'use strict'; try { new Fixed(1).x = 2 } catch (e) { e.message + ' Fixed' }"))
    engine.host_class(Account, members=["owner", "pay_in"])
    assert engine.eval("const a = new Account('Ann'); a.owner = 'Bob'; [a.owner, typeof a.pay_in, typeof a.balance]") == [
        "Bob",
        "function",
        "undefined",
    ]


def test_opaque_objects_are_handed_on():
    engine = Engine()
    secret = {"key": "k"}
    engine["it"] = engine.opaque(secret)
    engine.function(lambda it: it is secret, name="same")
    assert engine.eval("[Object.keys(it).length, it.key === undefined, same(it), typeof it]") == [0, True, True, "object"]
    assert engine["it"] is secret
    engine["again"] = Opaque(secret)
    assert engine.eval("again === it") is True


def test_forks_share_objects_and_saving_says_what_it_cannot():
    engine = Engine()
    engine.host_class(Account)
    engine.eval("var a = new Account('Ann'); a.pay_in(1)")
    fork = engine.fork()
    assert fork.eval("a.pay_in(1).balance") == 2
    assert fork.eval("a") is engine.eval("a")
    fork["late"] = Account("late")
    assert fork.eval("late instanceof Account && late.pay_in(5).balance") == 5
    with pytest.raises(FerrotapeError, match="object of the host"):
        engine.save()

    def ready():
        engine = Engine()
        engine.host_class(Account)
        return engine

    saved = ready().save()
    assert ready().restore(saved).eval("new Account('Ann').pay_in(2).balance") == 2


def test_objects_that_no_script_has_are_collected():
    engine = Engine(limits={"time": 30})
    alive = weakref.WeakSet()

    @engine.host_class
    class Thing:
        def __init__(self):
            alive.add(self)

    for _ in range(20):
        engine.eval("for (let i = 0; i < 1000; i++) new Thing()")
    engine.eval("{ let all = []; for (let i = 0; i < 300; i++) all.push(new Array(10_000).fill(i)) }")
    engine.eval("for (let i = 0; i < 1000; i++) new Thing()")
    gc.collect()
    assert len(alive) < 15_000
    engine.close()
    del engine
    gc.collect()
