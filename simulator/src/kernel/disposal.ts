import { isStorageError } from './storage-error.ts'

/** Ends parts in the opposite order of their making. A part that fails to end does not keep the others from it. */
export type Disposal = {
  /** Remembers how a part ends; answers the part. */
  use<T extends AsyncDisposable | Disposable>(part: T): T
  defer(end: () => void | Promise<void>): void
  /** Ends everything, once; throws failures after all have ended. */
  end(): Promise<void>
}

export function createDisposal(): Disposal {
  const ends: (() => void | Promise<void>)[] = []
  let ending: Promise<void> | undefined
  const endAll = async () => {
    const failures: unknown[] = []
    for (const end of ends.reverse()) {
      try {
        await end()
      } catch (error) {
        // Data that could not be stored at the end for lack of space has been reported.
        if (!isStorageError(error)) failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts did not end cleanly')
  }
  return {
    use(part) {
      ends.push(async () => {
        if (Symbol.asyncDispose in part) await part[Symbol.asyncDispose]()
        else part[Symbol.dispose]()
      })
      return part
    },
    defer: (end) => ends.push(end),
    end: () => {
      ending ??= endAll()
      return ending
    },
  }
}
