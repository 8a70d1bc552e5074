import { expect, it } from 'vitest'
import { digestChallenges, digestResponse, isDigestOf, readDigest, writeDigest } from './digest-auth.ts'

// RFC 2617, 3.5.
const RFC_2617 =
  'Digest username="Mufasa",\r\n realm="testrealm@host.com",\r\n nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093",\r\n uri="/dir/index.html",\r\n qop=auth,\r\n nc=00000001,\r\n cnonce="0a4f113b",\r\n response="6629fae49393a05397450978507c4ef1",\r\n opaque="5ccc069c403ebaf9f0171e9517f40e41"'
// RFC 7616, 3.9.1.
const RFC_7616 = (algorithm: string, response: string) =>
  `Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="${response}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`

it.each([
  ['RFC 2617', RFC_2617, 'Circle Of Life'],
  ['RFC 7616, MD5', RFC_7616('MD5', '8ca523f5e9506fed4657c9700eebdbec'), 'Circle of Life'],
  [
    'RFC 7616, SHA-256',
    RFC_7616('SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'),
    'Circle of Life',
  ],
])(
  'the example of %s is right, and wrong for another password, method or address',
  (_name, header, password) => {
    const digest = readDigest(header)!
    expect(isDigestOf(digest, password, 'GET')).toBe(true)
    expect(isDigestOf(digest, `${password}!`, 'GET')).toBe(false)
    expect(isDigestOf(digest, password, 'POST')).toBe(false)
    expect(isDigestOf({ ...digest, uri: '/dir/other.html' }, password, 'GET')).toBe(false)
    expect(isDigestOf({ ...digest, response: '' }, password, 'GET')).toBe(false)
  },
)

it('reads what it writes, with a quality of protection and without', () => {
  const own = {
    username: 'admin',
    realm: 'Backlot',
    nonce: 'abc',
    uri: 'rtsp://127.0.0.1/x',
    algorithm: 'MD5' as const,
    qop: undefined,
    nc: '',
    cnonce: '',
  }
  for (const credentials of [own, { ...own, qop: 'auth' as const, nc: '00000001', cnonce: 'xyz' }]) {
    const response = digestResponse(credentials, 'secret', 'DESCRIBE')
    expect(readDigest(writeDigest({ ...credentials, response }))).toEqual({ ...credentials, response })
  }
})

it.each([
  ['no digest', 'Basic YWRtaW46YWRtaW4='],
  [
    'an unknown algorithm',
    'Digest username="a", realm="b", nonce="c", uri="d", response="e", algorithm=SHA-1',
  ],
  ['a lacking response', 'Digest username="a", realm="b", nonce="c", uri="d"'],
  [
    'a protection of the body',
    'Digest username="a", realm="b", nonce="c", uri="d", response="e", qop=auth-int',
  ],
  [
    'a protection without its count',
    'Digest username="a", realm="b", nonce="c", uri="d", response="e", qop=auth',
  ],
  ['quotes without an end', `Digest username="${'a'.repeat(3000)}`],
  ['too much', `Digest ${'a=b,'.repeat(2000)}`],
])('takes nothing from a header with %s', (_name, header) => {
  expect(readDigest(header)).toBeUndefined()
})

it('challenges with the stronger algorithm first, and says when a nonce is stale', () => {
  expect(digestChallenges('Backlot', 'n1')).toEqual([
    'Digest realm="Backlot", nonce="n1", algorithm=SHA-256',
    'Digest realm="Backlot", nonce="n1", algorithm=MD5',
  ])
  expect(digestChallenges('Backlot', 'n1', { isStale: true })[1]).toMatch(/stale=true$/)
})
