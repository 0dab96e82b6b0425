// Promise.any called `reject` again with what that had thrown.

function Refusing(executor) {
    executor(() => {}, error => {
        print('reject', error.name, error.message);
        throw new Error('of reject');
    });
}
Refusing.resolve = value => value;
try {
    Promise.any.call(Refusing, []);
} catch (error) {
    print('thrown', error.message);
}
// expect: reject AggregateError All promises were rejected
// expect: thrown of reject

const rejected = { then(onFulfilled, onRejected) { onRejected('at once'); } };
try {
    Promise.any.call(Refusing, [rejected]);
} catch (error) {
    print('thrown', error.message);
}
// expect: reject AggregateError All promises were rejected
// expect: thrown of reject

Promise.any([]).catch(error => print(error instanceof AggregateError, error.errors.length)); // expect: true 0
