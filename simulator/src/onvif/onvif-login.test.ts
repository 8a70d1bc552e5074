import { expect, it } from 'vitest'
import { digestResponse, readDigest, writeDigest } from '../wire/digest/digest-auth.ts'
import { NAMESPACES } from '../wire/onvif/namespaces.ts'
import { ACCOUNT, HOST_MS, JPEG, onvifRig, PLATFORM_MS, securityHeader } from './onvif-rig.test-support.ts'

const GET_USERS = `<GetUsers xmlns="${NAMESPACES.tds}"/>`
const DEVICE = 'CAM01/device_service'
type Rig = Awaited<ReturnType<typeof onvifRig>>

/** An answer that is held back: the host's time has to pass. */
async function heldBack<T>(rig: Rig, answer: Promise<T>): Promise<T> {
  let isThere = false
  const settled = answer.finally(() => {
    isThere = true
  })
  await rig.until(() => isThere, 50)
  return settled
}

it('asks who it is, but for what comes before a login', async () => {
  await using rig = await onvifRig()
  for (const name of [
    'GetSystemDateAndTime',
    'GetCapabilities',
    'GetServices',
    'GetServiceCapabilities',
    'GetHostname',
    'GetWsdlUrl',
    'GetEndpointReference',
  ])
    expect(await rig.ask(DEVICE, `<${name} xmlns="${NAMESPACES.tds}"/>`, { header: ' ' })).toMatchObject({
      status: 200,
    })
  const refused = await rig.ask(DEVICE, GET_USERS, { header: ' ' })
  expect(refused).toMatchObject({ status: 401, fault: 'ter:NotAuthorized' })
  expect(refused.headers.get('www-authenticate')).toMatch(/Digest realm="Backlot".*SHA-256.*Digest.*MD5/)
  // What is unknown is told to nobody either.
  expect(await rig.ask(DEVICE, `<Nonsense xmlns="${NAMESPACES.tds}"/>`, { header: ' ' })).toMatchObject({
    status: 401,
  })
})

it('counts wrong tokens and answers them more and more slowly', async () => {
  await using rig = await onvifRig()
  const wrong = [
    securityHeader(PLATFORM_MS, { password: 'guess' }),
    securityHeader(PLATFORM_MS, { username: 'root' }),
    securityHeader(PLATFORM_MS - 301_000),
    securityHeader(PLATFORM_MS + 302_000),
    securityHeader(PLATFORM_MS).replace(/<wsse:Nonce>.*<\/wsse:Nonce>/, ''),
  ]
  let waitedMs = 0
  for (const [at, header] of wrong.entries()) {
    const before = rig.hostClock.now()
    const answer = await heldBack(rig, rig.ask(DEVICE, GET_USERS, { header }))
    expect(answer).toMatchObject({ status: 400, fault: 'ter:NotAuthorized' })
    waitedMs = rig.hostClock.now() - before
    expect(waitedMs).toBeGreaterThanOrEqual(100 * 2 ** at)
    // What needs no login pardons nothing.
    await rig.ask(DEVICE, `<GetServices xmlns="${NAMESPACES.tds}"/>`, { header: ' ' })
  }
  expect(rig.server.stats().loginFailures).toBe(wrong.length)
  expect(await rig.ask(DEVICE, GET_USERS)).toMatchObject({ status: 200 })
})

it('takes a token once', async () => {
  await using rig = await onvifRig()
  const header = securityHeader(PLATFORM_MS)
  expect(await rig.ask(DEVICE, GET_USERS, { header })).toMatchObject({ status: 200 })
  expect(await heldBack(rig, rig.ask(DEVICE, GET_USERS, { header }))).toMatchObject({ status: 400 })
})

it('takes the times of clients that were told another one before the clock jumped', async () => {
  await using rig = await onvifRig()
  const toldMs = rig.ports.clock.now()
  await rig.ask(DEVICE, `<GetSystemDateAndTime xmlns="${NAMESPACES.tds}"/>`, { header: ' ' })
  rig.jumpBy(-86_400_000)
  expect(await rig.ask(DEVICE, GET_USERS, { header: securityHeader(toldMs + 5000) })).toMatchObject({
    status: 200,
  })
  expect(await heldBack(rig, rig.ask(DEVICE, GET_USERS, { header: securityHeader(HOST_MS) }))).toMatchObject({
    status: 400,
  })
})

it('gives pictures to those who log in by HTTP digest', async () => {
  await using rig = await onvifRig()
  const path = '/onvif/CAM01/snapshot/ch1_main.jpg'
  const url = rig.url('CAM01/snapshot/ch1_main.jpg')
  const challenge = (await fetch(url)).headers.get('www-authenticate')!.split(/, (?=Digest)/)[1]!
  const answer = (password: string, uri = path, target = url) => {
    const { response: _none, ...own } = readDigest(
      `${challenge}, username="admin", uri="${uri}", response="x"`,
    )!
    const response = digestResponse(own, password, 'GET')
    return fetch(target, { headers: { Authorization: writeDigest({ ...own, response }) } })
  }
  const picture = await answer(ACCOUNT.password)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(JPEG)
  const none = '/onvif/CAM01/snapshot/ch7_main.jpg'
  expect((await answer(ACCOUNT.password, none, rig.url('CAM01/snapshot/ch7_main.jpg'))).status).toBe(404)
  // Credentials are good for their own address alone.
  expect((await heldBack(rig, answer(ACCOUNT.password, none))).status).toBe(401)
  expect((await heldBack(rig, answer('guess'))).status).toBe(401)
  // A nonce lasts for a while.
  rig.hostClock.advance(300_000)
  expect((await answer(ACCOUNT.password)).status).toBe(200)
  rig.hostClock.advance(300_000)
  const stale = await answer(ACCOUNT.password)
  expect(stale.headers.get('www-authenticate')).toContain('stale=true')
})
