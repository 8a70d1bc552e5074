import { expect, it } from 'vitest'
import { PLATFORM_CALLS } from '../../contract/src/calls.ts'
import { FUZZED_CODECS } from '../../scripts/fuzz/codecs/codecs.ts'
import { readDamaged } from '../../scripts/fuzz/codecs/read-damaged.ts'
import { fuzzPlatform } from '../../scripts/fuzz/platform/fuzz-platform.ts'

/** The same every time, so that a failure repeats; `npm run fuzz` continues with others, for the given time. */
const SEED = 20_261
const SECONDS = 60

it('a minute of every call, message and frame, right and damaged, brings no failure and costs nobody else anything', async () => {
  const report = await fuzzPlatform({ seed: SEED, seconds: SECONDS })
  expect(report.failure).toBeUndefined()
  // A fuzzer whose requests are all refused at the door proves nothing.
  const reached = PLATFORM_CALLS.filter(({ name }) => report.succeeded.has(name))
  expect(reached.length).toBeGreaterThan(PLATFORM_CALLS.length / 5)
  for (const kind of ['http', 'channel', 'talk', 'hj212', 'jt808', 'rtmp', 'rtsp', 'onvif', 'rawHttp'])
    expect(report.counts[kind], kind).toBeGreaterThan(0)
})

/** Of each codec; `npm run fuzz` sends a million. */
const PIECES = 30_000

it.each(Object.entries(FUZZED_CODECS))(
  'damaged messages of %s are read or refused, and no more is kept than may be',
  (_name, codec) => {
    expect(readDamaged(codec, PIECES, SEED)).toMatch(/[1-9]\d* messages and problems/)
  },
)
