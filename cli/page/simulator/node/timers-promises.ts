import { setImmediate as soon } from './globals.ts'

const later = globalThis.setTimeout.bind(globalThis)

export const setTimeout = <T>(
  ms?: number,
  value?: T,
  { signal }: { signal?: AbortSignal } = {},
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = later(() => resolve(value), ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
export const setImmediate = <T>(value?: T): Promise<T | undefined> =>
  new Promise((resolve) => soon(() => resolve(value)))
export async function* setInterval<T>(ms?: number, value?: T): AsyncGenerator<T | undefined> {
  for (;;) yield await setTimeout(ms, value)
}
export default { setTimeout, setImmediate, setInterval }
