import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { CODES } from '@backlot/contract/codes'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createCallRunner } from '../calls/call-runner.ts'
import { JsonBytes, RawReply, type Route } from '../calls/route.ts'
import { createChannelCall } from './channel-call.ts'

const DATA = { list: [{ sn: 'A1', name: '和安大街' }], total: 1 }

function channelCall(answer: unknown, raw?: { reply: true }) {
  const call = {
    name: 'things.list',
    method: 'POST',
    path: '/things/list',
    access: { kind: 'public' },
    query: z.object({}),
    body: z.object({}),
    data: z.object({}),
    raw,
    // As a route of the contract at run time; its type wants a call that the contract declares.
  } as unknown as Route['call']
  const run = createCallRunner({ log: pino({ level: 'silent' }), checkReplies: false })
  const ask = createChannelCall([{ call, handler: () => answer }], run)
  return ask('things.list', {}, undefined as never, new IncomingMessage(new Socket()))
}

test('an answer comes as values, whether it was values, JSON of the database or a kept body', async () => {
  const json = JSON.stringify(DATA)
  const kept = new RawReply(Buffer.from(`{"code":0,"msg":"","data":${json}}`), {})
  for (const answer of [DATA, new JsonBytes([Buffer.from(json.slice(0, 9)), json.slice(9)]), kept]) {
    expect(await channelCall(answer)).toEqual({ code: CODES.ok, msg: '', data: DATA })
  }
})

test('calls that carry bytes are refused over the channel', async () => {
  const reply = await channelCall(new RawReply(Buffer.from([1, 2]), {}), { reply: true })
  expect(reply.code).toBe(CODES.invalid)
  expect(reply.msg).toContain('HTTP')
})

test('a call by GET is asked over the channel with what its query holds', async () => {
  const call = {
    name: 'things.one',
    method: 'GET',
    path: '/things/one',
    access: { kind: 'public' },
    query: z.object({ sn: z.string(), count: z.coerce.number(), left: z.string().optional() }),
    body: z.undefined(),
    data: z.object({}),
    // As a route of the contract at run time; its type wants a call that the contract declares.
  } as unknown as Route['call']
  const run = createCallRunner({ log: pino({ level: 'silent' }), checkReplies: false })
  const ask = createChannelCall([{ call, handler: ({ query }) => query }], run)
  const request = new IncomingMessage(new Socket())
  const { data } = await ask('things.one', { sn: 'A & B', count: 3, left: null }, undefined as never, request)
  expect(data).toEqual({ sn: 'A & B', count: 3 })
})
