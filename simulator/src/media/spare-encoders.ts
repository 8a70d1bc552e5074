/**
 * Encoders held ready: to start ffmpeg costs more than a stream's first picture, so a wall of windows opened at once
 * finds them waiting at their input. An idle one uses no processor time and about 10 MB.
 */
import type { HostClock } from '../kernel/clock.ts'
import { type EncoderChild, launchEncoder } from './encoder.ts'
import type { EncoderOptions } from './encoder-arguments.ts'

export type SpareEncoders = Disposable & {
  /** Somebody is there who may watch soon: has the spares started, one after the other. */
  expectViewers(): void
  /** A waiting encoder for these options, or undefined when none is left. */
  take(options: EncoderOptions): EncoderChild | undefined
  waiting(): number
}

/** Pause between two starts: streams in use go on undisturbed. */
const START_EVERY_MS = 150
/** After one was taken, others are probably wanted too: spares are made when that is over. */
const CALM_MS = 4000
/** Time without viewers after which the spares end. */
const KEEP_MS = 15 * 60_000

export function createSpareEncoders(
  host: Pick<HostClock, 'after'>,
  wanted: readonly { options: EncoderOptions; count: number }[],
  launch: (options: EncoderOptions) => EncoderChild = launchEncoder,
): SpareEncoders {
  const spares = wanted.map(({ options, count }) => ({
    options,
    key: JSON.stringify(options),
    count,
    children: new Set<EncoderChild>(),
  }))
  let cancelStart: (() => void) | undefined
  let cancelEnd: (() => void) | undefined
  let expected = false

  const schedule = (delayMs: number): void => {
    cancelStart?.()
    cancelStart = host.after(delayMs, () => {
      cancelStart = undefined
      const short = spares.find(({ children, count }) => children.size < count)
      if (!short) return
      const child = launch(short.options)
      short.children.add(child)
      const gone = () => short.children.delete(child)
      child.on('error', gone).on('exit', gone)
      schedule(START_EVERY_MS)
    })
  }
  const end = (): void => {
    expected = false
    cancelStart?.()
    cancelStart = undefined
    cancelEnd?.()
    for (const { children } of spares) {
      for (const child of children) child.kill('SIGKILL')
      children.clear()
    }
  }

  return {
    expectViewers() {
      cancelEnd?.()
      cancelEnd = host.after(KEEP_MS, end)
      if (expected) return
      expected = true
      schedule(START_EVERY_MS)
    },
    take(options) {
      const key = JSON.stringify(options)
      const children = spares.find((spare) => spare.key === key)?.children
      const [child] = children ?? []
      if (child) children?.delete(child)
      if (expected) schedule(CALM_MS)
      return child
    },
    waiting: () => spares.reduce((sum, { children }) => sum + children.size, 0),
    [Symbol.dispose]: end,
  }
}
