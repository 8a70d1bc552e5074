import { z } from 'zod'
import type { Capability } from './capabilities.ts'

/** Who may make a call. Every call is checked on the server. */
export type Access =
  /** Anybody, signed in or not. */
  | { kind: 'public' }
  /** Anybody who is signed in. */
  | { kind: 'signedIn' }
  /** Signed in, one of `routes` in the permission list, and (when given) one of `anyOf` in the function mask. */
  | { kind: 'routes'; routes: readonly string[]; anyOf?: readonly Capability[] }
  /** The control API: a token, or a program on loopback without browser headers. */
  | { kind: 'control' }

/**
 * Things that a writing call may change, in addition to the right to make it (assumed). The server refuses the rest:
 * `own`: things that belong to the caller alone, or that the caller or a sub-account made.
 * `scope`: things inside the caller's groups that serve nothing outside them.
 * `platform`: things that all groups share. An account limited to a group may not change them.
 */
type Changes = 'own' | 'scope' | 'platform'

/** The same for readers of the interface's description. */
export const CHANGES_TEXT: Readonly<Record<Changes, string>> = {
  own: 'Changes only items that belong to the caller, or were created by the caller or a sub-account.',
  scope: "Changes only items completely inside the caller's groups.",
  platform: 'Changes items shared by all groups: refused for an account with a group.',
}

/** Reaction of the console when a platform lacks an assumed call. */
type WhenMissing = 'hide' | 'disable' | 'fallback'

export type Call<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> = {
  /** Stable name: `<area>.<verb>`. */
  name: string
  method: 'GET' | 'POST'
  /** Path template; `:name` segments are in `params`. */
  path: string
  summary: string
  origin: 'stated' | 'assumed'
  access: Access
  /** Sensible writes that may be repeated safely with one idempotency key. */
  idempotencyKey?: boolean
  /** Writes change state and need a JSON body; reads do not. */
  writes: boolean
  /** Every writing call has it, except those of the control API, which may change everything. */
  changes?: Changes
  params?: z.ZodObject
  query: Query
  body: Body
  data: Data
  /** Reply codes, beyond the common ones, that this call answers with. */
  codes?: Readonly<Record<number, string>>
  whenMissing?: WhenMissing
  /**
   * Not JSON: an upload of raw bytes, or a reply that is no envelope. `parts`: the reply is a file of which one range
   * of bytes may be requested, 206, or 416 outside it (RFC 9110, section 14.2).
   */
  raw?: { request?: readonly string[]; reply?: string; parts?: true; maxBytes?: number }
}

export type AnyCall = Call

/**
 * A call among others, without its types. The compiler does not see that one fits: the input of a schema is in places
 * where a wider one could be put. Code that takes any call only reads it and parses by its own schemas.
 */
export function anyCall(call: { name: string; method: string; path: string }): AnyCall {
  return call as unknown as AnyCall
}

export type QueryIn<C extends Call> = z.input<C['query']>
export type QueryOut<C extends Call> = z.output<C['query']>
export type BodyIn<C extends Call> = z.input<C['body']>
export type BodyOut<C extends Call> = z.output<C['body']>
export type DataIn<C extends Call> = z.input<C['data']>
export type DataOut<C extends Call> = z.output<C['data']>

type Declared<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType> = Omit<
  Call<Q, B, D>,
  'method' | 'path' | 'writes' | 'changes' | 'query' | 'body'
>
type Reads = { writes: false; changes?: never }
type Writes = { changes: Changes }
type Controls = { access: { kind: 'control' }; writes?: boolean; changes?: never }

const noBody = z.undefined()
const noQuery = z.object({})

/** Declares a GET call. Reading unless `writes` is set. */
export function get<Q extends z.ZodType, D extends z.ZodType>(
  path: string,
  call: Declared<Q, z.ZodUndefined, D> & { query: Q } & (
      | Partial<Reads>
      | (Writes & { writes: true })
      | Controls
    ),
): Call<Q, z.ZodUndefined, D> {
  return { ...call, method: 'GET', path, body: noBody, writes: call.writes ?? false }
}

/** Declares a POST call. Writing unless `writes` is set to false. */
export function post<B extends z.ZodType, D extends z.ZodType>(
  path: string,
  call: Declared<typeof noQuery, B, D> & { body: B } & (Reads | (Writes & { writes?: true }) | Controls),
): Call<typeof noQuery, B, D> {
  return { ...call, method: 'POST', path, query: noQuery, writes: call.writes ?? true }
}

/** An empty query. */
export const emptyQuery = noQuery
