import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { CLOSE } from '@backlot/contract/channel/frames'
import { SIMULATED_HEADER, type SimulatedNote, type SimulatedState } from '@backlot/contract/console-config'
import { deviceTree } from '@backlot/contract/devices/calls'
import type { TalkLogin } from '@backlot/contract/talk/frames'
import { refuseUpgrade } from '@backlot/simulator/calls/refuse-upgrade'
import { languageOf } from '@backlot/simulator/kernel/language'
import { message } from '@backlot/simulator/kernel/messages'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { TALK_GRANTS } from '@backlot/simulator/talk/create-talk'
import type { WebSocket } from 'ws'
import { answerCall } from './answer-call.ts'
import { hasPushes } from './channel-parts.ts'
import { checkVisitor } from './check-visitor.ts'
import { RequestedCalls } from './contract-request.ts'
import { NoCounterpart } from './counterparts.ts'
import { acceptChannel, joinChannel, type PlatformSocket } from './join-channel.ts'
import {
  type PageHeaders,
  PlatformVisits,
  type PlatformVisitsOptions,
  type Visitor,
} from './platform-visits.ts'
import { closeSocket } from './relay-socket.ts'
import { relayTalk } from './relay-talk.ts'
import { SimulatedCalls } from './simulated-calls.ts'
import { SimulatedPart } from './simulated-part.ts'
import { VisitorWatch } from './visitor-watch.ts'

/** A device that is not known makes the tree be read again, at most this often. */
const REREAD_MS = 5000
const MAX_SESSIONS = 1000

export type Simulation = AsyncDisposable & {
  readonly simulated: SimulatedCalls
  state(): SimulatedState
  /** Replaces what is simulated. Channels of pages begin anew. Throws a WrongPattern. */
  set(patterns: readonly string[]): void
  /** Whether a host of streams belongs to the simulated part. */
  isMediaHost(host: URL): boolean
  /** Whoever the platform knows by the headers of a request; undefined: nobody. */
  visitor(request: IncomingMessage): Promise<Visitor | undefined>
  /** Answers a call that is simulated; otherwise answers false. Rejects with a PlatformError when it is refused. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** Takes a socket that is simulated, wholly or in part; otherwise answers false. */
  takeSocket(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    platform: (request: IncomingMessage) => PlatformSocket,
  ): boolean
}

export type SimulationOptions = PlatformVisitsOptions & {
  patterns: readonly string[]
  /** Paths of the real-time channel and of talk at this server. */
  channelPath: string
  talkPath: string
}

/**
 * Simulates parts of a platform for the pages of a console's server. The simulator starts as soon as something is
 * simulated and a user has read the platform's tree, with a device for each that this user sees.
 */
export function createSimulation(options: SimulationOptions): Simulation {
  const { adapter, channelPath, talkPath } = options
  const simulated = new SimulatedCalls(options.patterns)
  const visits = new PlatformVisits(options)
  const requested = new RequestedCalls(adapter)
  const speaksOurs = JSON.stringify(adapter.channel) === JSON.stringify(STANDARD_ADAPTER.channel)
  let opening: Promise<SimulatedPart> | undefined
  let part: SimulatedPart | undefined
  /** Headers of whoever last read the platform's tree. */
  let reader: PageHeaders | undefined
  /** Visitors whose tree has its counterparts. */
  const seen = new Set<string>()
  let reading: Promise<unknown> = Promise.resolve()
  let readAtMs = Number.NEGATIVE_INFINITY
  let generation = 0
  /** In which generation each session had its last channel. */
  const generations = new Map<string, number>()
  const channels = new Set<WebSocket>()

  /** The simulated part, with counterparts of all that a visitor sees. */
  async function partFor(visitor: Visitor): Promise<SimulatedPart> {
    opening ??= visits.tree(visitor).then(async (tree) => {
      part = await SimulatedPart.open(tree)
      seen.add(visitor.key)
      return part
    })
    const opened = await opening.catch((error: unknown) => {
      // The next who needs it tries again.
      opening = undefined
      throw error
    })
    if (!seen.has(visitor.key)) await extend(opened, visitor, 'unseen')
    return opened
  }

  /**
   * Starts the simulator, which takes seconds, ahead of the first call: for whoever last read the platform's tree. A call
   * that needs it says what is wrong.
   */
  function openEarly(): void {
    if (simulated.isEmpty || !reader) return
    visits
      .visitor(reader)
      .then((visitor) => visitor && partFor(visitor))
      .catch(() => {})
  }

  /** One after the other: each pairs what is left over. */
  function extend(opened: SimulatedPart, visitor: Visitor, again?: 'unseen'): Promise<void> {
    const extended = reading.then(async () => {
      if (again === 'unseen' && seen.has(visitor.key)) return
      readAtMs = performance.now()
      await opened.extend(await visits.tree(visitor))
      seen.add(visitor.key)
    })
    reading = extended.catch(() => {})
    return extended
  }

  async function checked(request: IncomingMessage, call: AnyCall): Promise<Visitor> {
    const visitor = await visits.visitor(request.headers)
    const language = languageOf(request.headers)
    if (!visitor) throw new PlatformError('notSignedIn', message('notSignedIn', language))
    checkVisitor(call, visitor, language)
    return visitor
  }

  function isSame(sessionId: string): boolean {
    const last = generations.get(sessionId)
    generations.delete(sessionId)
    generations.set(sessionId, generation)
    if (generations.size > MAX_SESSIONS) generations.delete(generations.keys().next().value!)
    return last === generation
  }

  async function openChannel(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    platform: PlatformSocket,
  ): Promise<void> {
    const accepted = await acceptChannel(request, socket, head)
    if (!accepted) return
    const { page, first } = accepted
    channels.add(page)
    page.once('close', () => channels.delete(page))
    try {
      const visitor = await visits.visitor(request.headers, first.sessionId)
      if (!visitor) return closeSocket(page, CLOSE.signInFirst)
      const own = simulated.hasSocket('channel') ? undefined : platform
      const language = languageOf(request.headers)
      let known = visitor
      const check = (name: string) => {
        const call = PLATFORM_CALLS.find((one) => one.name === name)
        if (call) checkVisitor(call, known, language)
      }
      const watch = new VisitorWatch({
        visitor: (isFresh) => visits.visitor(request.headers, first.sessionId, isFresh),
        check(found) {
          known = found
        },
        end: () => closeSocket(page, CLOSE.signInFirst),
      })
      const deps = {
        part: await partFor(visitor),
        simulated,
        platform: own,
        language,
        check,
        watch,
        generation,
        isSame,
      }
      await joinChannel(deps, accepted)
    } catch {
      // The page tries again; a call that it makes says what is wrong.
      closeSocket(page, CLOSE.comeBack)
    } finally {
      page.resume()
    }
  }

  return {
    simulated,
    state: () => ({
      patterns: [...simulated.patterns],
      areas: simulated.areas(),
      sockets: (['channel', 'talk'] as const).map((name) => ({ name, simulated: simulated.hasSocket(name) })),
      simulator: part ? 'ready' : opening ? 'starting' : 'off',
      devices: part?.counterparts.devices ?? null,
      notes: notesOn(simulated, speaksOurs),
    }),
    set(patterns) {
      simulated.set(patterns)
      openEarly()
      generation += 1
      for (const page of channels) closeSocket(page, CLOSE.comeBack, 'other things are simulated now')
    },
    isMediaHost(host) {
      if (!part) return false
      const { url, media } = part.simulator
      return [url, media].some((address) => new URL(address).host === host.host)
    },
    visitor: (request) => visits.visitor(request.headers),
    async answer(request, response) {
      const { pathname } = new URL(`http://page${request.url ?? '/'}`)
      const found = requested.find(request.method ?? 'GET', pathname)
      if (!found || !simulated.has(found.call.name)) {
        if (found?.call.name === deviceTree.name) {
          // A copy: the headers change on their way to the platform.
          reader = { ...request.headers }
          openEarly()
        }
        return false
      }
      // Refusals are in the contract's form, too.
      response.setHeader(SIMULATED_HEADER, '1')
      const visitor = await checked(request, found.call)
      const opened = await partFor(visitor)
      try {
        await answerCall(opened, requested, found, request, response)
      } catch (error) {
        if (error instanceof NoCounterpart && performance.now() - readAtMs > REREAD_MS)
          // Perhaps it is new at the platform: the next question finds it.
          void extend(opened, visitor).catch(() => {})
        throw error
      }
      return true
    },
    takeSocket(request, socket, head, platform) {
      const [path] = (request.url ?? '/').split('?')
      const refused = () => socket.destroyed || refuseUpgrade(socket, '503 Service Unavailable')
      if (path === channelPath && (simulated.hasSocket('channel') || (speaksOurs && hasPushes(simulated)))) {
        openChannel(request, socket, head, platform(request)).catch(refused)
        return true
      }
      if (path !== talkPath || !simulated.hasSocket('talk')) return false
      const deps = {
        visitor: (sessionId: string, isFresh: boolean) => visits.visitor(request.headers, sessionId, isFresh),
        check({ service, lang }: TalkLogin, visitor: Visitor) {
          checkVisitor({ name: 'talk', access: TALK_GRANTS[service] }, visitor, lang)
        },
        part: partFor,
      }
      relayTalk(deps, request, socket, head).catch(refused)
      return true
    },
    async [Symbol.asyncDispose]() {
      for (const page of channels) closeSocket(page, CLOSE.shutdown)
      await (await opening?.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}

function notesOn(simulated: SimulatedCalls, speaksOurs: boolean): SimulatedNote[] {
  const notes: SimulatedNote[] = []
  if (!speaksOurs && !simulated.hasSocket('channel') && hasPushes(simulated)) notes.push('otherChannel')
  if (['mapHeat.alarms', 'situation.alarms'].some((name) => simulated.has(name))) notes.push('cityPlaces')
  return notes
}
