import { z } from 'zod'
import { CHANNEL_PATH, CLOSE, ClientFrame, ServerFrame } from './channel/frames.ts'
import { exampleOf } from './example-of.ts'
import { TALK_CLOSE, TALK_PATH, TalkClientFrame, TalkServerFrame } from './talk/frames.ts'

type Json = Record<string, unknown>

/** The AsyncAPI 3.0 description of the real-time channel and of talk: the frames of both directions. */
export function asyncApi(version: string): Json {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Backlot: the real-time channel and talk',
      version,
      description: `WebSocket, JSON text frames. The first frame of ${CHANNEL_PATH} is login, close codes: ${codesOf(CLOSE)}. The first frame of ${TALK_PATH} is talkLogin, close codes: ${codesOf(TALK_CLOSE)}; its binary frames are sound, 320 samples at 8 kHz, 16-bit little-endian or G.711 A-law.`,
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      tags: [
        { name: 'realtime', description: 'Live positions, states, alarms and readings; calls.' },
        { name: 'talk', description: 'Intercom, broadcast, meetings, push-to-talk.' },
      ],
    },
    servers: {
      platform: {
        host: '{host}:{port}',
        protocol: 'ws',
        description: 'The platform; wss behind a TLS proxy.',
        variables: { host: { default: '127.0.0.1' }, port: { default: '8080' } },
      },
    },
    channels: {
      realtime: {
        address: CHANNEL_PATH,
        description: 'The real-time channel of a console.',
        messages: {
          clientFrame: message('clientFrame', 'A frame from the console.', ClientFrame, 'input'),
          serverFrame: message('serverFrame', 'A frame from the platform.', ServerFrame, 'output'),
        },
      },
      talk: {
        address: TALK_PATH,
        description: 'One service of talk: intercom, meetings or push-to-talk.',
        messages: {
          talkClientFrame: message('talkClientFrame', 'A frame from the console.', TalkClientFrame, 'input'),
          talkServerFrame: message(
            'talkServerFrame',
            'A frame from the platform.',
            TalkServerFrame,
            'output',
          ),
          sound: {
            name: 'sound',
            summary: 'Audio of a call, in both directions.',
            contentType: 'application/octet-stream',
            payload: { type: 'string', format: 'binary' },
          },
        },
      },
    },
    operations: {
      receiveFrames: operation('receive', 'realtime', ['clientFrame'], 'Frames from the console.'),
      sendFrames: operation('send', 'realtime', ['serverFrame'], 'Frames to the console.'),
      receiveTalk: operation('receive', 'talk', ['talkClientFrame', 'sound'], 'Frames from the console.'),
      sendTalk: operation('send', 'talk', ['talkServerFrame', 'sound'], 'Frames to the console.'),
    },
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'password',
          description: 'The sessionId of `session.login`, in the first frame of a socket.',
        },
      },
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
    messages: messages.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
    security: [{ $ref: '#/components/securitySchemes/session' }],
  }
}

/** A message of several kinds of frames, with an example of each. */
function message(
  name: string,
  summary: string,
  schema: z.ZodDiscriminatedUnion,
  io: 'input' | 'output',
): Json {
  const kinds = schema.options.map((kind) => payloadOf(kind as z.ZodType, io))
  const examples = kinds.map((kind) => {
    const payload = exampleOf(kind) as { type: string }
    return { name: payload.type, payload }
  })
  return { name, summary, contentType: 'application/json', payload: payloadOf(schema, io), examples }
}

/** A schema in the draft that AsyncAPI builds on (its section Schema Object: JSON Schema draft 07). */
function payloadOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, target: 'draft-7', unrepresentable: 'any' }) as Json
  delete json['$schema']
  return json
}
