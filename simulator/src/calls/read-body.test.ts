import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { CODES } from '@backlot/contract/codes'
import { expect, test } from 'vitest'
import { mostInOneTurn } from '../kernel/turns.test-support.ts'
import { readBytes, readJson } from './read-body.ts'

const request = (length?: number) =>
  Object.assign(new PassThrough(), {
    headers: length === undefined ? {} : { 'content-length': String(length) },
  }) as PassThrough & IncomingMessage

test('a caller that goes away while it sends is refused, not a failure of the platform', async () => {
  for (const cause of [new Error('aborted'), undefined]) {
    const body = request(100)
    const reading = readBytes(body, 1000)
    body.write('half')
    body.destroy(cause)
    await expect(reading).rejects.toMatchObject({ code: CODES.invalid })
  }
})

test('a body without a length is read up to the limit and refused past it', async () => {
  const fits = request()
  fits.end('12345')
  expect((await readBytes(fits, 5)).toString()).toBe('12345')
  const large = request()
  large.end('123456')
  await expect(readBytes(large, 5)).rejects.toMatchObject({ code: CODES.tooLarge })
})

test('of long bodies that end together some are parsed a turn, and all of them in the end', async () => {
  const turns = mostInOneTurn()
  const text = JSON.stringify({ text: 'x'.repeat(100_000) })
  const reading = Array.from({ length: 40 }, async () => {
    const body = request(text.length)
    body.headers['content-type'] = 'application/json'
    body.end(text)
    const read = await readJson(body)
    turns.called()
    return read
  })
  const read = await Promise.all(reading)
  expect(read).toEqual(Array.from({ length: 40 }, () => JSON.parse(text)))
  // 400 kB a turn; bytes left over from one turn may fall into the next one.
  expect(turns.end()).toBeLessThanOrEqual(2 * 5)
})
