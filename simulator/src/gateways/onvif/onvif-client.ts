/**
 * The npm package `onvif` as a client of one camera. It writes and reads the messages; sockets are ours: its own has no
 * bound on an answer, throws into the event loop when an answer is not as it expects, and connects wherever a camera
 * says. Here a request only goes to the camera's judged address, and whatever is thrown rejects the call.
 */
import onvif from 'onvif'
import utils from 'onvif/lib/utils.js'
import type { HostClock } from '../../kernel/clock.ts'
import { readXmlDocument } from '../../wire/onvif/read-xml-document.ts'
import { escapeXml } from '../../wire/onvif/write-xml.ts'
import { childOf, type XmlNode } from '../../wire/onvif/xml-node.ts'
import { readXml } from '../../wire/xml/read-xml.ts'
import { type CameraEnd, type CameraReply, createCameraHttp } from './camera-http.ts'
import { CameraProblem, cameraProblemOf } from './camera-problem.ts'

export type CameraAccount = { username: string; password: string }

export type OnvifClient = {
  /**
   * Calls a method of the package by its name and answers its data. Rejects with a CameraProblem, within the time that
   * the request may take.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the package answers plain objects of all shapes.
  call(method: string, ...options: unknown[]): Promise<any>
  /**
   * The same, read by ourselves: the package makes numbers of texts, and loses digits of long ones. The element that
   * the body holds. Rejects with a CameraProblem.
   */
  read(method: string, ...options: unknown[]): Promise<XmlNode>
  /** What the package holds about the camera: services, event subscription. */
  // biome-ignore lint/suspicious/noExplicitAny: the package declares only parts of it.
  readonly cam: any
  /** Fetches what is at a place of the camera, with the account when it asks for one: by digest, or in the open. */
  get(
    place: { port: number; path: string },
    account: CameraAccount | undefined,
    bounds: { withinMs: number; most: number },
  ): Promise<CameraReply>
  /** Ends what is under way. */
  close(): void
}

const ANSWER_WITHIN_MS = 10_000
/** The answer of a camera with many profiles has some hundred kilobytes. */
const ANSWER_MOST = 1024 * 1024
/** Beyond the time of all requests of a call: its callback was never called. */
const CALL_GRACE_MS = 15_000
const UNAUTHORIZED = 401
/** As much as an answer of a megabyte has. */
const XML_MOST = { characters: ANSWER_MOST, depth: 64, elements: 50_000, attributes: 256, instructions: true }
/** `xmlns` without its `=`: the package looks for the one of each to the end of the answer. */
const NO_DECLARATION = /xmlns[^=]{64}/

/** Whether the package may read it. Over a megabyte of some texts that are no XML, it holds up the process for minutes. */
const isReadable = (xml: string): boolean => readXml(xml, XML_MOST).ok && !NO_DECLARATION.test(xml)

type PackageRequest = {
  action?: string
  service?: string
  body: string
  url?: { path?: string | null }
  replyTimeout?: number
}
type PackageReply = (error: unknown, data?: unknown, xml?: string, status?: number) => void

export function createOnvifClient(
  { end, path, account }: { end: CameraEnd; path: string; account: CameraAccount | undefined },
  hostClock: HostClock,
): OnvifClient {
  const http = createCameraHttp(end, hostClock)
  const cam = new onvif.Cam({
    hostname: end.host,
    port: end.port,
    path,
    ...(account && { username: escapeXml(account.username), password: account.password }),
    autoconnect: false,
    preserveAddress: true,
  } as ConstructorParameters<typeof onvif.Cam>[0])
  // Without a listener an event named error ends the process.
  cam.on('error', () => undefined)
  // biome-ignore lint/suspicious/noExplicitAny: members that the package does not declare.
  const own = cam as any

  /** Throws what the package throws at a challenge that it cannot read. */
  const digest = (challenges: string[], method: string, at: string): string => {
    // The package escapes nothing in its messages, and hashes what it is given.
    const escaped = own.username
    own.username = account?.username
    try {
      return own.digestAuth(challenges, { method, path: at })
    } finally {
      own.username = escaped
    }
  }
  const send = async (wish: PackageRequest): Promise<{ xml: string; status: number }> => {
    const service = wish.service === undefined ? undefined : own.uri?.[wish.service]
    if (wish.service !== undefined && !service && !wish.url)
      throw new CameraProblem('notSupported', `it has no ${wish.service} service`)
    const at: string = wish.url?.path ?? service?.path ?? path
    const withinMs = wish.replyTimeout ?? ANSWER_WITHIN_MS
    const post = (authorization?: string) =>
      http.exchange({
        method: 'POST',
        path: at,
        headers: {
          'content-type': `application/soap+xml; charset=utf-8; action="${wish.action}"`,
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: wish.body,
        withinMs,
        most: ANSWER_MOST,
      })
    let reply = await post()
    const challenges = utils.getDigestHeaders(reply.rawHeaders)
    if (reply.status === UNAUTHORIZED && account && challenges.length > 0) {
      reply = await post(digest(challenges, 'POST', at))
    }
    if (reply.status === UNAUTHORIZED)
      throw new CameraProblem('credentials', `${reply.status}: it refuses the account`)
    return { xml: reply.body.toString('utf8'), status: reply.status }
  }

  const exchange = (
    method: string,
    options: readonly unknown[],
  ): Promise<{ data: unknown; answer: string }> =>
    new Promise((resolve, reject) => {
      let answer = ''
      let cancel = (): void => undefined
      let latestMs = ANSWER_WITHIN_MS
      const fail = (error: unknown): void => {
        cancel()
        reject(cameraProblemOf(error))
      }
      const guard = (): void => {
        cancel()
        cancel = hostClock.after(latestMs + CALL_GRACE_MS, () =>
          fail(new CameraProblem('timeout', 'it does not answer')),
        )
      }
      guard()
      const request = (wish: PackageRequest, reply: PackageReply): void => {
        latestMs = wish.replyTimeout ?? ANSWER_WITHIN_MS
        guard()
        const tell = (how: () => void): void => {
          try {
            how()
          } catch (error) {
            fail(error)
          }
        }
        send(wish).then(
          ({ xml, status }) => {
            answer = xml
            tell(() => {
              if (isReadable(xml)) utils.parseSOAPString(xml, reply, status)
              // As the package says it: some of its methods look into what was no SOAP.
              else reply(new Error('Wrong ONVIF SOAP response'), null, xml, status)
            })
          },
          (error: unknown) => {
            tell(() => reply(error))
            // Some of its callbacks look into the answer first.
            fail(error)
          },
        )
      }
      // What the call sets is the package's own; its requests are ours.
      const guarded = new Proxy(own, {
        get: (target, name) => (name === '_requestPart2' ? request : Reflect.get(target, name)),
        set: (target, name, value) => Reflect.set(target, name, value),
      })
      try {
        guarded[method](...options, (error: unknown, data: unknown) => {
          if (error) return fail(error)
          cancel()
          resolve({ data, answer })
        })
      } catch (error) {
        fail(error)
      }
    })

  return {
    call: async (method, ...options) => (await exchange(method, options)).data,
    async read(method, ...options) {
      const read = readXmlDocument((await exchange(method, options)).answer)
      const node = read.ok ? childOf(read.root, 'Body')?.children[0] : undefined
      if (!node) throw new CameraProblem('notOnvif', 'its answer is not a SOAP message')
      return node
    },
    cam: own,
    async get({ port, path: place }, given, bounds) {
      const ask = (authorization?: string) =>
        http.exchange({
          method: 'GET',
          path: place,
          port,
          ...bounds,
          ...(authorization === undefined ? {} : { headers: { authorization } }),
        })
      try {
        const reply = await ask()
        if (reply.status !== UNAUTHORIZED || !given) return reply
        const challenges = utils.getDigestHeaders(reply.rawHeaders)
        if (challenges.length > 0) return await ask(digest(challenges, 'GET', place))
        const { username, password } = given
        return await ask(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
      } catch (error) {
        throw cameraProblemOf(error)
      }
    },
    close: () => http.close(),
  }
}
