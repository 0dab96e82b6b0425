// Types in `using` declarations, and resources of classes.
// not for node: version 20 has no `using`

class File2 implements Disposable {
  constructor(private readonly name: string, public uses: number = 0) {}
  [Symbol.dispose](): void { print('closed', this.name, this.uses) }
}
interface Disposable { [Symbol.dispose](): void }

function read<T extends Disposable | null>(make: () => T): number {
  using file: T = make(), none: null = null, more = make() as T satisfies Disposable | null;
  return file === more ? 1 : 2
}
print(read<File2>(() => new File2('a', 3)))
// expect: closed a 3
// expect: closed a 3
// expect: 2
print(read(() => null)) // expect: 1
for (using f of [new File2('turn')] as File2[]) f.uses++ // expect: closed turn 1
for (using f: File2 = new File2('head')!; f.uses < 2; f.uses++) ; // expect: closed head 2
namespace N { { using inner: File2 = new File2('namespace') } export const after = 1 } // expect: closed namespace 0
print(N.after) // expect: 1
const using: number = 1; print(using as number, <number>using) // expect: 1 1
class Holder { static { using s: File2 = new File2('static') } } // expect: closed static 0
(async (): Promise<void> => {
  await using x: AsyncDisposable = { async [Symbol.asyncDispose](): Promise<void> { print('awaited') } };
  for await (await using y: Disposable of [new File2('await')]) print(typeof y)
})()
interface AsyncDisposable { [Symbol.asyncDispose](): Promise<void> }
// expect: object
// expect: closed await 0
// expect: awaited
