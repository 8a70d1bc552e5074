import { expect, test } from 'vitest'
import { clientBehind } from './client-behind.ts'

const from = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
})

test('a client is where its socket is, unless a load balancer says otherwise', () => {
  expect(clientBehind(from('10.0.0.9', '1.2.3.4'), [])).toBe('10.0.0.9')
  expect(clientBehind(from('::ffff:10.0.0.1', '1.2.3.4'), ['10.0.0.1'])).toBe('1.2.3.4')
  expect(clientBehind(from('10.0.0.1'), ['10.0.0.1'])).toBe('10.0.0.1')
  expect(clientBehind(from('10.0.0.1', 'nonsense'), ['10.0.0.1'])).toBe('10.0.0.1')
})

test('what a client writes before the balancer is not believed', () => {
  expect(clientBehind(from('10.0.0.1', '6.6.6.6, 1.2.3.4'), ['10.0.0.1'])).toBe('1.2.3.4')
  expect(clientBehind(from('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2'), ['10.0.0.1', '10.0.0.2'])).toBe(
    '1.2.3.4',
  )
})
