import { z } from 'zod'
import { CHANNEL_PATH, CLOSE, ClientFrame, ServerFrame } from './channel/frames.ts'

type Json = Record<string, unknown>

/** The AsyncAPI 3.0 description of the real-time channel: what a console sends and what it hears. */
export function asyncApi(version: string): Json {
  const closes = Object.entries(CLOSE).map(([name, code]) => `${code} ${name}`)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Backlot: the real-time channel',
      version,
      description: `JSON text frames over WebSocket. The first frame is login. Close codes: ${closes.join(', ')}.`,
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
    },
    operations: {
      send: operation('receive', 'clientFrame', 'What a console sends to the platform.'),
      hear: operation('send', 'serverFrame', 'What the platform sends to a console.'),
    },
  }
}

function operation(action: 'send' | 'receive', message: string, summary: string): Json {
  return {
    action,
    summary,
    channel: { $ref: '#/channels/realtime' },
    messages: [{ $ref: `#/channels/realtime/messages/${message}` }],
  }
}

function payload(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  delete json.$schema
  return json
}
