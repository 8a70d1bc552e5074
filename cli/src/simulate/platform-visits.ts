import { createHash } from 'node:crypto'
import { readReply } from '@backlot/contract/adapters/call-reply'
import { platformRequest } from '@backlot/contract/adapters/call-request'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import { type AnyCall, anyCall } from '@backlot/contract/call'
import { CODES } from '@backlot/contract/codes'
import { deviceTree } from '@backlot/contract/devices/calls'
import { TreeNode } from '@backlot/contract/devices/entities'
import { LIMITS } from '@backlot/contract/limits'
import { getInfo } from '@backlot/contract/session/calls'
import { UserInfo } from '@backlot/contract/session/entities'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { PlatformClient, type Trust } from '../check/platform-client.ts'

/** A request of a page, as far as the platform's session is concerned. */
export type PageHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Somebody who is signed in at the platform. */
export type Visitor = { key: string; headers: Record<string, string>; user: UserInfo }

/** Groups and devices of a platform, with its names in Chinese; by `_id` with those in English, where it has others. */
export type PlatformTree = { nodes: readonly TreeNode[]; english: ReadonlyMap<string, TreeNode> }

/** How long the platform's word on a session counts. */
const TRUST_MS = 10_000
const MAX_VISITORS = 1000
/** Too many requests: no word on the session. */
const TOO_MANY = 429

/** Asks the platform who the users of a page are, and what its tree shows them. */
export class PlatformVisits {
  readonly #options: PlatformVisitsOptions
  readonly #known = new Map<string, { visitor: Promise<Visitor | undefined>; untilMs: number }>()

  constructor(options: PlatformVisitsOptions) {
    this.#options = options
  }

  /**
   * The user whom the platform knows by these headers, or by the session that a socket named; undefined when it knows
   * none. `isFresh`: asks it in any case. Rejects with a PlatformError unavailable when the platform does not answer, or
   * with an error.
   */
  visitor(page: PageHeaders, sessionId?: string, isFresh = false): Promise<Visitor | undefined> {
    const headers = this.#sessionHeaders(page, sessionId)
    const key = createHash('sha256').update(JSON.stringify(headers)).digest('hex')
    const known = this.#known.get(key)
    if (known && !isFresh && known.untilMs > performance.now()) return known.visitor
    const visitor = this.#ask(key, headers)
    this.#known.delete(key)
    this.#known.set(key, { visitor, untilMs: performance.now() + TRUST_MS })
    visitor.catch(() => this.#known.delete(key))
    if (this.#known.size > MAX_VISITORS) this.#known.delete(this.#known.keys().next().value!)
    return visitor
  }

  /**
   * Groups and devices of the tree that a visitor sees, in its order. Rejects with a PlatformError when the platform does
   * not tell it.
   */
  async tree(visitor: Visitor): Promise<PlatformTree> {
    const nodes = await this.#nodes(visitor, 'zh')
    const english = await this.#nodes(visitor, 'en')
    return { nodes, english: new Map(english.map((node) => [node._id, node])) }
  }

  async #nodes({ headers }: Visitor, lang: 'zh' | 'en'): Promise<TreeNode[]> {
    const nodes = new Map<string, TreeNode>()
    const asked = { ...headers, lang, 'accept-language': lang }
    for (let currentPage = 1; ; currentPage += 1) {
      const query = { parentId: 0, childNode: 1, currentPage, pageSize: LIMITS.treeChildPageSize }
      const data = (await this.#call(anyCall(deviceTree), asked, query)) as { list?: unknown[] } | undefined
      if (!data) throw new PlatformError('unavailable', 'The platform does not tell its device tree.')
      const list = data.list ?? []
      const before = nodes.size
      for (const row of list) {
        const node = TreeNode.safeParse(row).data
        if (node) nodes.set(node._id, node)
      }
      // Some platforms answer every page with the whole tree.
      if (list.length < LIMITS.treeChildPageSize || nodes.size === before) return [...nodes.values()]
    }
  }

  async #ask(key: string, headers: Record<string, string>): Promise<Visitor | undefined> {
    if (Object.keys(headers).length === 0) return undefined
    const data = (await this.#call(anyCall(getInfo), headers)) as { userInfo?: unknown } | undefined
    const user = UserInfo.safeParse(data?.userInfo).data
    return user && { key, headers, user }
  }

  /** Data of a read; undefined when the platform refuses it. Rejects when it fails. */
  async #call(call: AnyCall, headers: Record<string, string>, query: unknown = {}): Promise<unknown> {
    const { adapter, platform, trust } = this.#options
    const asked = platformRequest(adapter, call, { query })
    using client = new PlatformClient(platform, { ...trust, connections: 1 })
    const { method, path, body } = asked
    const sent = { ...asked.headers, ...headers }
    const answer = await client.send({ method, path, headers: sent, body }).catch((error: Error) => {
      throw new PlatformError(
        'unavailable',
        `The platform at ${platform.origin} cannot be reached: ${error.message}.`,
      )
    })
    const reply = {
      status: answer.status,
      body: jsonOf(answer.bytes),
      header: (name: string) => [answer.headers[name.toLowerCase()]].flat()[0],
    }
    const envelope = readReply(adapter, call, reply)
    if (answer.status >= 500 || answer.status === TOO_MANY)
      throw new PlatformError(
        'unavailable',
        `The platform answers ${method} ${path.split('?')[0]} with HTTP ${answer.status}${envelope?.msg ? `: ${envelope.msg}` : ''}.`,
      )
    return envelope?.code === CODES.ok ? envelope.data : undefined
  }

  #sessionHeaders(page: PageHeaders, sessionId: string | undefined): Record<string, string> {
    const { adapter, cookies } = this.#options
    const named =
      sessionId === undefined ? {} : platformRequest(adapter, anyCall(getInfo), { sessionId }).headers
    const cookie = cookies(page['cookie'] as string | undefined)
    const own = Object.keys(adapter.session.headers).flatMap((name) => {
      const value = page[name.toLowerCase()]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    return { ...named, ...Object.fromEntries(own), ...(cookie === undefined ? {} : { cookie }) }
  }
}

export type PlatformVisitsOptions = {
  platform: URL
  adapter: PlatformAdapter
  trust: Trust
  /** Of the cookies of a page, those of the platform. */
  cookies(header: string | undefined): string | undefined
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
