import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SimulatorOptions } from '@backlot/simulator/create-simulator'
import { CONFIG_FILE, consoleFiles } from '../console-server/console-build.ts'
import { CONSOLE_FOLDER } from '../console-server/create-console-server.ts'
import { UserError } from '../user-error.ts'
import { platformFiles } from './platform-files.ts'
import { bytesBelow, copyPublic, fillFolder, jsonText, PAGE_FOLDER, writeConsole } from './write-console.ts'

/** The built control page, beside the console. */
const CONTROL_PAGE_FOLDER = fileURLToPath(new URL('../../../console/dist-control-page', import.meta.url))
const FOLDER = 'simulator'

export type StaticSimulator = { consoleBytes: number; simulatorBytes: number }

/**
 * Writes a folder that any static web server can serve: the console, and the simulator, which runs in the page. Throws
 * a UserError for a folder that holds something or cannot be written, and where the console is not built.
 */
export function writeStaticSimulator(output: string, settings: Partial<SimulatorOptions>): StaticSimulator {
  consoleFiles(CONSOLE_FOLDER)
  return fillFolder(output, () => {
    const config = JSON.parse(readFileSync(join(CONSOLE_FOLDER, CONFIG_FILE), 'utf8'))
    writeConsole({ output, script: `${FOLDER}/page.js`, config })
    for (const [name, path] of filesBelow(CONTROL_PAGE_FOLDER))
      copyPublic(path, join(output, 'control/ui', name))
    const consoleBytes = bytesBelow(output)
    copyPublic(join(PAGE_FOLDER, 'simulator-page.js'), join(output, FOLDER, 'page.js'))
    for (const [name, path] of filesBelow(join(PAGE_FOLDER, 'simulator')))
      copyPublic(path, join(output, FOLDER, name))
    writeFileSync(join(output, FOLDER, 'files.zip'), platformFiles())
    writeFileSync(join(output, FOLDER, 'settings.json'), jsonText(settings))
    return { consoleBytes, simulatorBytes: bytesBelow(join(output, FOLDER)) }
  })
}

/** Names below a folder, with their paths. */
function filesBelow(folder: string): [name: string, path: string][] {
  if (!existsSync(folder))
    throw new UserError('The console is not built yet. Run npm run build, then try again.')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1).replaceAll('\\', '/'), path]
    })
}
