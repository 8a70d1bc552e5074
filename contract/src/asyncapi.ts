import { z } from 'zod'
import { CHANNEL_PATH, CLOSE, ClientFrame, ServerFrame } from './channel/frames.ts'
import { TALK_CLOSE, TALK_PATH, TalkClientFrame, TalkServerFrame } from './talk/frames.ts'

type Json = Record<string, unknown>

/** The AsyncAPI 3.0 description of the real-time channel and of talk: what a console sends and what it hears. */
export function asyncApi(version: string): Json {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Backlot: the real-time channel and talk',
      version,
      description: `WebSocket, JSON text frames. The first frame of ${CHANNEL_PATH} is login, close codes: ${codesOf(CLOSE)}. The first frame of ${TALK_PATH} is talkLogin, close codes: ${codesOf(TALK_CLOSE)}; its binary frames are sound, 320 samples at 8 kHz, 16-bit little-endian or G.711 A-law.`,
    },
    channels: {
      realtime: {
        address: CHANNEL_PATH,
        messages: {
          clientFrame: {
            name: 'clientFrame',
            contentType: 'application/json',
            payload: payload(ClientFrame, 'input'),
          },
          serverFrame: {
            name: 'serverFrame',
            contentType: 'application/json',
            payload: payload(ServerFrame, 'output'),
          },
        },
      },
      talk: {
        address: TALK_PATH,
        messages: {
          talkClientFrame: {
            name: 'talkClientFrame',
            contentType: 'application/json',
            payload: payload(TalkClientFrame, 'input'),
          },
          talkServerFrame: {
            name: 'talkServerFrame',
            contentType: 'application/json',
            payload: payload(TalkServerFrame, 'output'),
          },
          sound: { name: 'sound', contentType: 'application/octet-stream', payload: { type: 'string' } },
        },
      },
    },
    operations: {
      send: operation('receive', 'realtime', ['clientFrame'], 'What a console sends to the platform.'),
      hear: operation('send', 'realtime', ['serverFrame'], 'What the platform sends to a console.'),
      talk: operation('receive', 'talk', ['talkClientFrame', 'sound'], 'What a console says.'),
      listen: operation('send', 'talk', ['talkServerFrame', 'sound'], 'What a console hears.'),
    },
  }
}

function codesOf(closes: Readonly<Record<string, number>>): string {
  return Object.entries(closes)
    .map(([name, code]) => `${code} ${name}`)
    .join(', ')
}

function operation(
  action: 'send' | 'receive',
  channel: string,
  messages: readonly string[],
  summary: string,
): Json {
  return {
    action,
    summary,
    channel: { $ref: `#/channels/${channel}` },
    messages: messages.map((message) => ({ $ref: `#/channels/${channel}/messages/${message}` })),
  }
}

function payload(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  delete json.$schema
  return json
}
