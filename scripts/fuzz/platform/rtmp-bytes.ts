// Conversations of RTMP publishers, whole and partial.
import {
  rtmpCommand as command,
  rtmpMessage as message,
  rtmpHandshake,
} from '../../../simulator/src/media/rtmp-bytes.test-support.ts'

export function rtmpPublish(): Buffer[] {
  const handshake = rtmpHandshake()
  const connect = command('connect', 1, { app: 'live', tcUrl: 'rtmp://127.0.0.1/live' })
  const create = command('createStream', 2, null)
  const publish = (name: string) => command('publish', 3, null, name, 'live')
  const play = command('play', 4, null, '__proto__')
  const video = message(9, Buffer.concat([Buffer.of(0x17, 0, 0, 0, 0), Buffer.alloc(300)]), {
    chunkStream: 4,
    stream: 1,
  })
  const huge = Buffer.concat([Buffer.of(3, 0, 0, 0, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0), Buffer.alloc(128)])
  const chunkSize = message(1, Buffer.of(0x7f, 0xff, 0xff, 0xff), { chunkStream: 2 })
  const begin = Buffer.concat([handshake, connect, create])
  return [
    Buffer.concat([begin, publish('cam_1?key=x'), video]),
    Buffer.concat([begin, publish('__proto__'), video]),
    Buffer.concat([begin, play]),
    Buffer.concat([handshake, connect, chunkSize, huge]),
    Buffer.concat([handshake, huge]),
    Buffer.concat([handshake, command('connect', 1, null)]),
    Buffer.concat([handshake, command('connect', 1, { app: 'live', tcUrl: 'none' })]),
    Buffer.concat([handshake, command('publish', 3, null)]),
    handshake,
  ]
}
