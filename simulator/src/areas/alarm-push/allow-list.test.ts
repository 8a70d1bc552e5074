import { expect, test } from 'vitest'
import { plainAddress } from './addresses.ts'
import { createAllowList } from './allow-list.ts'

const OWN = { ports: () => [8080, 8212], addresses: () => ['192.168.7.7'] }
const closed = createAllowList([], OWN)
const local = createAllowList(['localhost'], OWN)

test.each([
  ['http://169.254.169.254/latest/meta-data', 'addressNotAllowed'],
  ['http://[::ffff:169.254.169.254]/', 'addressNotAllowed'],
  ['http://[::ffff:a9fe:a9fe]/', 'addressNotAllowed'],
  ['http://2852039166/', 'addressNotAllowed'],
  ['http://0xa9fea9fe/', 'addressNotAllowed'],
  ['http://0251.0376.0251.0376/', 'addressNotAllowed'],
  ['http://0.0.0.0:9000/', 'addressNotAllowed'],
  ['http://[::]:9000/', 'addressNotAllowed'],
  ['http://[fd00:ec2::254]/', 'addressNotAllowed'],
  ['http://[fe80::1]/', 'addressNotAllowed'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'addressNotAllowed'],
  ['http://[2002:a9fe:a9fe::1]/', 'addressNotAllowed'],
  ['http://10.0.0.1/', 'addressNotAllowed'],
  ['http://[::ffff:10.0.0.1]/', 'addressNotAllowed'],
  ['http://192.168.1.1:9000/', 'addressNotAllowed'],
  ['http://100.100.100.200/', 'addressNotAllowed'],
  ['http://8.8.8.8/', 'addressNotAllowed'],
  ['http://224.0.0.1/', 'addressNotAllowed'],
  ['http://255.255.255.255/', 'addressNotAllowed'],
  ['http://admin:secret@127.0.0.1:9000/', 'url'],
  ['http://@127.0.0.1:9000/', 'url'],
  ['ftp://127.0.0.1/', 'url'],
  ['file:///etc/passwd', 'url'],
  ['javascript:alert(1)', 'url'],
  ['gopher://127.0.0.1:9000/', 'url'],
  ['http://', 'url'],
  ['not an address', 'url'],
])('%s is refused', (url, fault) => {
  expect(closed.judgeUrl(url)).toMatchObject({ fault })
})

/** Open, closed, the platform's own, of a service: all of them. */
const LOOPBACK = [
  'http://127.0.0.1:9000/hook',
  'http://127.0.0.5/hook',
  'http://[::1]:9000/',
  'https://127.0.0.1/',
  'http://127.0.0.1:8080/control/storm',
  'http://127.1:8212/',
  'http://2130706433:8080/',
  'http://[::ffff:127.0.0.1]:8080/',
  'http://127.0.0.1:25/',
]

test.each(LOOPBACK)('%s is refused in the same words as any other address that is not listed', (url) => {
  expect(closed.judgeUrl(url)).toEqual({
    fault: 'addressNotAllowed',
    detail: url.includes('[::1]') ? '::1' : expect.stringMatching(/^127\./),
  })
})

test('localhost opens loopback, but for the ports of the platform and of services below 1024', () => {
  const faults = LOOPBACK.map((url) => local.judgeUrl(url)?.fault)
  const open = undefined
  expect(faults).toEqual([
    open,
    open,
    open,
    open,
    'ownPort',
    'ownPort',
    'ownPort',
    'ownPort',
    'portNotAllowed',
  ])
  expect(local.judgeUrl('http://10.0.0.1/')).toMatchObject({ fault: 'addressNotAllowed' })
})

test('an entry with a port opens that port alone', () => {
  const open = createAllowList(
    ['localhost:9000', '[fd12::7]:9001', '10.1.0.0/16:9002', 'hooks.city.gov:8443'],
    OWN,
  )
  for (const url of ['127.0.0.1:9000', '[::1]:9000', '[fd12::7]:9001', '10.1.2.3:9002'])
    expect(open.judgeUrl(`http://${url}/`), url).toBeUndefined()
  for (const url of ['127.0.0.1:9001', '[fd12::7]:9000', '10.1.2.3:9000', '10.1.2.3'])
    expect(open.judgeUrl(`http://${url}/`), url).toMatchObject({ fault: 'addressNotAllowed' })
  expect(open.judgeAddress('hooks.city.gov', '93.184.216.34', 8443)).toBeUndefined()
  expect(open.judgeAddress('hooks.city.gov', '93.184.216.34', 443)).toBeDefined()
  expect([open.namesHost('hooks.city.gov', 8443), open.namesHost('hooks.city.gov', 443)]).toEqual([
    true,
    false,
  ])
})

test('networks, addresses and names of the list open what they name, and nothing beside', () => {
  const open = createAllowList(['10.1.2.0/24', '192.168.7.7', 'Hooks.city.gov', '*.partner.example'], OWN)
  expect(open.judgeUrl('http://10.1.2.9:9000/')).toBeUndefined()
  expect(open.judgeUrl('http://[::ffff:10.1.2.9]:9000/')).toBeUndefined()
  expect(open.judgeUrl('http://10.1.3.9:9000/')).toMatchObject({ fault: 'addressNotAllowed' })
  expect(open.judgeAddress('hooks.city.gov', '93.184.216.34', 443)).toBeUndefined()
  expect(open.judgeAddress('a.partner.example', '93.184.216.34', 443)).toBeUndefined()
  expect(open.judgeAddress('partner.example', '93.184.216.34', 443)).toMatchObject({
    fault: 'addressNotAllowed',
  })
  expect(open.judgeAddress('nothooks.city.gov', '93.184.216.34', 443)).toBeDefined()
  // A name that is listed does not lead inside, unless that is listed too.
  expect(open.judgeAddress('hooks.city.gov', '10.9.9.9', 443)).toMatchObject({ fault: 'addressNotAllowed' })
  expect(open.judgeAddress('hooks.city.gov', '10.1.2.3', 443)).toBeUndefined()
  // Our own listener by the machine's address in the network.
  expect(open.judgeUrl('http://192.168.7.7:8080/')).toMatchObject({ fault: 'ownPort' })
  expect(open.judgeUrl('http://192.168.7.7:9000/')).toBeUndefined()
})

test('link-local addresses stay closed even when they are listed', () => {
  const open = createAllowList(['169.254.0.0/16', '0.0.0.0', '::/1', 'metadata.internal'], OWN)
  expect(open.judgeUrl('http://169.254.169.254/')).toMatchObject({ fault: 'addressNotAllowed' })
  expect(open.judgeAddress('metadata.internal', '169.254.169.254', 80)).toBeDefined()
  expect(open.judgeUrl('http://0.0.0.0:9000/')).toBeDefined()
})

test.each([
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  'http://host',
  'two words',
  '*',
  '-x',
  '',
  'host:0',
  'host:65536',
  'localhost:',
  '[::1',
  '::1]:80',
])('the entry %j is no entry', (entry) => {
  expect(() => createAllowList([entry], OWN)).toThrow()
})

test.each([
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::FFFF:7F00:1', '127.0.0.1'],
  ['0:0:0:0:0:ffff:7f00:0001', '127.0.0.1'],
  ['::1', '::1'],
  ['::', '::'],
  ['fe80::1%eth0', undefined],
  ['localhost', undefined],
])('the address %s means %s', (text, plain) => {
  expect(plainAddress(text)).toBe(plain)
})
