/** The ONVIF client of ZoneMinder, as Debian has it: unpacked, since its package installs a whole recorder. */
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const FOLDER = join(tmpdir(), 'backlot-zoneminder')
const MODULES = join(FOLDER, 'usr/share/perl5')

export const ZONEMINDER = {
  program: "ZoneMinder's ONVIF client",
  packages: ['libsoap-wsdl-perl', 'libdata-dump-perl'],
  check: `perl -MSOAP::WSDL -MData::Dump -e 1 && { test -f ${MODULES}/ONVIF/Client.pm || { mkdir -p ${FOLDER} && cd ${FOLDER} && apt-get -q download zoneminder && dpkg -x zoneminder_*.deb . ; } ; }`,
} as const

// biome-ignore lint/suspicious/noExplicitAny: plain objects of all shapes, all values texts.
type Plain = any

export type ZoneMinder = Disposable & {
  /** Calls an operation of `device`, `media` or `ptz`; rejects with its fault. */
  ask(service: string, operation: string, parameters?: object): Promise<Plain>
}

/** Connects it to a camera; it speaks SOAP 1.1. `url`: of the device service. */
export function zoneMinder(url: string, user: string, password: string): ZoneMinder {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'onvif-zoneminder.pl')
  const perl = spawn('perl', ['-I', MODULES, script, url, '1.1', user, password], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: perl.stdout })[Symbol.asyncIterator]()
  return {
    async ask(service, operation, parameters = {}) {
      perl.stdin.write(`${JSON.stringify([service, operation, parameters])}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('the client ended')
      const said: { answer?: Plain; fault?: string } = JSON.parse(value)
      if (said.fault !== undefined) throw new Error(said.fault)
      return said.answer
    },
    [Symbol.dispose]: () => void perl.kill(),
  }
}
