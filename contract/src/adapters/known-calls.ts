import type { AnyCall } from '../call.ts'
import type { PlatformAdapter } from './platform-adapter.ts'

/** Fields of an adapter that name a call which none of `calls` is, or a path that none of them starts with. */
export function unknownNames(
  adapter: PlatformAdapter,
  calls: readonly Pick<AnyCall, 'name' | 'path'>[],
  otherPaths: readonly string[] = [],
): { field: string; message: string }[] {
  const names = new Set(calls.map(({ name }) => name))
  const areas = new Set(calls.map(({ name }) => `${name.split('.')[0]}.*`))
  const paths = [...calls.map(({ path }) => path), ...otherPaths]
  const named = [
    ...Object.keys(adapter.calls).map((name) => ({ field: `calls.${name}`, name })),
    ...adapter.lacks.map((name, index) => ({ field: `lacks.${index}`, name })),
    ...Object.keys(adapter.media.templates).map((name) => ({ field: `media.templates.${name}`, name })),
  ]
  return [
    ...named
      .filter(({ name }) => !names.has(name) && !areas.has(name))
      .map(({ field, name }) => ({ field, message: `there is no call ${name}` })),
    ...Object.keys(adapter.paths)
      .filter((start) => !paths.some((path) => path.startsWith(start)))
      .map((start) => ({ field: `paths.${start}`, message: `no path begins with ${start}` })),
  ]
}
