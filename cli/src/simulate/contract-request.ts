import { platformPath, renamed } from '@backlot/contract/adapters/call-request'
import { withoutValueAt } from '@backlot/contract/adapters/dotted-path'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'

type Entry = { call: AnyCall; method: string; pattern: RegExp }

/** Finds the call of the contract that a request makes at a platform with an adapter's differences. */
export class RequestedCalls {
  readonly #adapter: PlatformAdapter
  readonly #byPath = new Map<string, AnyCall>()
  readonly #others: Entry[] = []

  constructor(adapter: PlatformAdapter) {
    this.#adapter = adapter
    for (const call of PLATFORM_CALLS) {
      const method = adapter.calls[call.name]?.method ?? call.method
      const path = platformPath(adapter, call.path)
      if (!path.includes(':')) this.#byPath.set(`${method} ${path}`, call)
      else this.#others.push({ call, method, pattern: pathPattern(path) })
    }
  }

  /** The call and the path of the contract with its parameters filled in; undefined for a request that is none. */
  find(method: string, path: string): { call: AnyCall; path: string } | undefined {
    const call = this.#byPath.get(`${method} ${path}`)
    if (call) return { call, path: call.path }
    for (const entry of this.#others) {
      if (entry.method !== method) continue
      const { groups } = entry.pattern.exec(path) ?? {}
      if (!groups) continue
      return {
        call: entry.call,
        path: entry.call.path.replace(/:(\w+)/g, (_all, name: string) => groups[name] ?? ''),
      }
    }
    return undefined
  }

  /** Fields of a query or body that the page sent in the platform's form, by the contract's names again. */
  fieldsOf(call: AnyCall, sent: unknown): unknown {
    const form = this.#adapter.calls[call.name]
    if (!form) return sent
    const own = Object.keys(form.also).reduce((rest, name) => withoutValueAt(rest, name), sent)
    return renamed(own, Object.fromEntries(Object.entries(form.send).map(([ours, theirs]) => [theirs, ours])))
  }
}

function pathPattern(path: string): RegExp {
  const parts = path
    .split(/(:\w+)/)
    .map((part) =>
      part.startsWith(':') ? `(?<${part.slice(1)}>[^/]+)` : part.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&'),
    )
  return new RegExp(`^${parts.join('')}$`)
}
