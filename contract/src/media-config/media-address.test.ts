import { expect, test } from 'vitest'
import { isPrivateHost, mediaAddress, mediaUrl } from './media-address.ts'

const server = {
  addr1: '203.0.113.7',
  addr2: 'media.example.com',
  addr3: '',
  localAddr: '10.1.2.3',
  configJson: { wsPort: 8081, wssPort: 8443 },
}

test.each([
  '127.0.0.1',
  'localhost',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.3.4',
  '[::1]',
  '::1',
  'fd12:3456::1',
  'fe80::1',
  '::ffff:192.168.0.9',
  'nvr',
  'nvr.local',
])('%s is inside', (host) => expect(isPrivateHost(host)).toBe(true))

test.each([
  '203.0.113.7',
  '172.15.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '11.0.0.1',
  '2001:db8::1',
  'media.example.com',
  '10.example.com',
])('%s is outside', (host) => expect(isPrivateHost(host)).toBe(false))

test('from inside the local address is used, from outside the first public one', () => {
  expect(mediaAddress(server, '192.168.0.20')).toBe('10.1.2.3')
  expect(mediaAddress(server, '198.51.100.1')).toBe('203.0.113.7')
  expect(mediaAddress({ ...server, addr1: '10.9.9.9' }, '198.51.100.1')).toBe('media.example.com')
})

test('an address that the page is on already is kept', () => {
  expect(mediaAddress(server, 'media.example.com')).toBe('media.example.com')
  expect(mediaAddress(server, '10.1.2.3')).toBe('10.1.2.3')
})

test('what is missing is made up for by what there is', () => {
  const bare = { addr1: '', addr2: '', addr3: '', localAddr: '' }
  expect(mediaAddress({ ...bare, localAddr: '10.1.2.3' }, '198.51.100.1')).toBe('10.1.2.3')
  expect(mediaAddress({ ...bare, addr3: '203.0.113.9' }, '192.168.0.20')).toBe('203.0.113.9')
  expect(mediaAddress(bare, 'localhost')).toBe('')
})

test("an address is absolute with the port of the page's scheme, and a path when the platform serves itself", () => {
  const inside = { host: '192.168.0.20', secure: false }
  expect(mediaUrl(server, inside, 'ws', '/live/x.flv?token=t')).toBe('ws://10.1.2.3:8081/live/x.flv?token=t')
  expect(mediaUrl(server, { host: 'a.example', secure: true }, 'http', '/x')).toBe(
    'https://203.0.113.7:8443/x',
  )
  const six = { ...server, localAddr: 'fd00::5', configJson: { wsPort: 0, wssPort: 0 } }
  expect(mediaUrl(six, inside, 'ws', '/x')).toBe('ws://[fd00::5]/x')
  const own = { ...server, addr1: '', addr2: '', localAddr: '' }
  expect(mediaUrl(own, inside, 'ws', '/x')).toBe('/x')
})
