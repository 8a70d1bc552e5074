import { fileURLToPath } from 'node:url'

/** Module data of the bundler: static imports, and the code without types. */
type Modules = { getModuleInfo(id: string): { importedIds: string[]; code?: string | null } | null }

/** Libraries whose index names every part: who imports it loads only the parts that it takes. */
const INDEX = /[\\/]node_modules[\\/](antd[\\/]es|@ant-design[\\/]icons[\\/]es)[\\/]index\.js$/
const TAKEN = /import\s*\{([^}]*)\}\s*from\s*["'](?:antd|@ant-design\/icons)["']/g

/**
 * Names one file for everything that modules of the console import, transitively: a group of the bundler's code
 * splitting. Paths are relative to the console's folder. Modules of a group with higher priority stay there.
 */
export function loadedWith(name: string, paths: readonly string[]) {
  let loaded: ReadonlySet<string> | undefined
  return (id: string, modules: Modules): string | null => {
    loaded ??= closure(
      paths.map((path) => fileURLToPath(new URL(path, import.meta.url))),
      modules,
    )
    return loaded.has(id) ? name : null
  }
}

function closure(ids: readonly string[], modules: Modules): ReadonlySet<string> {
  const all = new Set(ids)
  // Iterating over a set includes entries added meanwhile.
  for (const id of all) for (const imported of importsOf(id, modules)) all.add(imported)
  return all
}

function importsOf(id: string, modules: Modules): string[] {
  const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
  return importedIds.flatMap((imported) =>
    INDEX.test(imported) ? partsOf(imported, takenBy(code ?? ''), modules) : [imported],
  )
}

function takenBy(code: string): ReadonlySet<string> {
  const names = [...code.matchAll(TAKEN)].flatMap(([, list = '']) => list.split(','))
  return new Set(names.map((name) => name.split(' as ')[0]?.trim() ?? ''))
}

/** antd's parts are folders (`date-picker/index.js` is `DatePicker`), icons are files of their own name. */
function partsOf(index: string, names: ReadonlySet<string>, modules: Modules): string[] {
  const parts = modules.getModuleInfo(index)?.importedIds ?? []
  return parts.filter((part) => {
    const [folder = '', file = ''] = part.split(/[\\/]/).slice(-2)
    const own = file === 'index.js' ? folder : file.replace(/\.js$/, '')
    return names.has(own.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()))
  })
}
