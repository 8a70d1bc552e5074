import { SharedFrames, type SharedStream } from '@backlot/simulator/channel/edges/shared-frames'
import { readStreams } from '@backlot/simulator/edge/read-streams'
import { expect, it } from 'vitest'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'
import { openTestCluster } from './open-test-cluster.ts'

/** What an edge read: streams, ticks, and the texts of both frames. */
type Read = [stream: number, tick: number, frame: string, behind: string | undefined]

it.skipIf(REDIS_SERVER === undefined)(
  'shared frames go through Redis, unchanged and in order, from the tick on at which an edge reads',
  async () => {
    await using redis = await startRedis()
    await using cluster = await openTestCluster(redis.url)
    const shared = new SharedFrames(cluster, 'boot', new Set())
    const streams = ['a', 'b'].map((key) => {
      shared.want(key, 1)
      shared.want(key, 1)
      return shared.streamOf(key)!
    })
    const [one, other] = streams as [SharedStream, SharedStream]
    const publish = (stream: SharedStream, text: string, behind?: string) =>
      shared.publish(stream, Buffer.from(text), behind === undefined ? undefined : Buffer.from(behind))

    publish(one, 'before')
    shared.endTick()
    const read: Read[] = []
    using reader = readStreams(cluster, 'boot', (stream, tick, { frame, behind }) =>
      read.push([stream, tick, String(frame), behind && String(behind)]),
    )
    reader.watch(one.id, shared.tick - 1)
    reader.watch(other.id, shared.tick - 1)
    publish(one, 'alarms', 'a count')
    publish(other, 'states')
    shared.endTick()
    // A tick without frames has no entry.
    shared.endTick()
    publish(one, '\x81\xff\0')
    shared.endTick()
    await expect.poll(() => read).toHaveLength(3)
    expect(read.filter(([stream]) => stream === one.id)).toEqual([
      [one.id, 2, 'alarms', 'a count'],
      [one.id, 4, '\x81\xff\0', undefined],
    ])
    expect(read.filter(([stream]) => stream === other.id)).toEqual([[other.id, 2, 'states', undefined]])
    expect(shared.counts()).toEqual({ streams: 2, entries: 4, overLinks: 0 })

    // Of a stream that is dropped nothing comes any more.
    reader.drop(other.id)
    publish(other, 'unread')
    publish(one, 'last')
    shared.endTick()
    await expect.poll(() => read.at(-1)).toEqual([one.id, 5, 'last', undefined])
    expect(read).toHaveLength(4)
  },
)
