import type { Route } from './route.ts'

export type Found = { route: Route; params: Record<string, string> }

/** Finds the route of a request: exact paths by a map, patterns by their segments. */
export type CallTable = {
  find(method: string, path: string): Found | undefined
  /** Methods that a path knows, when it is known at all: for 405. */
  methodsOf(path: string): string[]
}

type Pattern = { segments: readonly string[]; route: Route }

/** Throws when two routes claim one method and path: a broken invariant. */
export function createCallTable(routes: readonly Route[]): CallTable {
  const exact = new Map<string, Map<string, Route>>()
  const patterns: Pattern[] = []
  for (const route of routes) {
    const { method, path } = route.call
    if (path.includes('/:')) {
      patterns.push({ segments: path.split('/'), route })
      continue
    }
    const methods = exact.get(path) ?? new Map<string, Route>()
    if (methods.has(method)) throw new Error(`Two handlers for ${method} ${path}`)
    exact.set(path, methods.set(method, route))
  }
  const matching = (path: string): Found[] => {
    const segments = path.split('/')
    return patterns.flatMap((pattern) => {
      const params = match(pattern.segments, segments)
      return params ? [{ route: pattern.route, params }] : []
    })
  }
  const wanted = (method: string) => (method === 'HEAD' ? 'GET' : method)
  return {
    find(method, path) {
      const known = exact.get(path)?.get(wanted(method))
      if (known) return { route: known, params: {} }
      return matching(path).find((found) => found.route.call.method === wanted(method))
    },
    methodsOf(path) {
      const known = [...(exact.get(path)?.keys() ?? [])]
      return [...new Set([...known, ...matching(path).map((found) => found.route.call.method)])]
    },
  }
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (let i = 0; i < pattern.length; i++) {
    const part = pattern[i]!
    const segment = segments[i]!
    if (!part.startsWith(':')) {
      if (part !== segment) return undefined
      continue
    }
    const decoded = decodeSegment(segment)
    if (decoded === undefined || decoded === '') return undefined
    params[part.slice(1)] = decoded
  }
  return params
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
