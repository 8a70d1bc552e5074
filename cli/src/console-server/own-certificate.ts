/**
 * The certificate with which `backlot console --https` answers: it vouches for itself, so a browser asks once and an
 * operator compares the fingerprint. Key and certificate lie in a folder that only the user can read, and stay the same
 * until they are about to end or another name is wanted, so that a browser need not ask again.
 */
import { createPrivateKey, generateKeyPair, randomBytes, X509Certificate } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { UserError } from '../user-error.ts'

export const KEY_FILE = 'console.key'
export const CERTIFICATE_FILE = 'console.crt'

const DAY_MS = 86_400_000
/**
 * Validity that browsers allow a certificate of a public authority (CA/Browser Forum, Baseline Requirements §6.3.2).
 */
const LASTS_MS = 397 * DAY_MS
/** A new one is made when less is left. */
const SPARE_MS = 30 * DAY_MS
/** Clocks of other machines may be behind. */
const BEFORE_MS = DAY_MS
const KEY_BITS = 2048
/** Bits of a file's mode with which others than its owner may read or write it. */
const OTHERS = 0o077

export type OwnCertificate = {
  /** PEM. */
  key: string
  /** PEM. */
  cert: string
  /** SHA-256, as browsers show it: `AB:CD:…`. */
  fingerprint: string
  endsMs: number
  /** Where the certificate lies, for who imports it. */
  file: string
}

/** Whether a server that listens there does so on every address of the machine. */
export const isEverywhere = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host)

/** Names and addresses under which a browser may reach a server of this machine that listens on `host`. */
export function ownNames(host: string, allowedHosts: readonly string[]): string[] {
  const bare = (name: string) => name.replace(/^\[|\]$/g, '').toLowerCase()
  const listens = bare(host)
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const reached = isEverywhere(listens)
    ? addresses
        // A link's own addresses need a zone, which no browser takes.
        .filter(({ address, family }) => !/^fe80:/i.test(address) && (family === 'IPv4' || listens === '::'))
        .map(({ address }) => address)
    : [listens]
  const names = ['localhost', '127.0.0.1', '::1', bare(hostname()), ...reached, ...allowedHosts.map(bare)]
  return [...new Set(names)].filter((name) => isIP(name) || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name))
}

/**
 * The certificate that lies in `folder`, or a new one when there is none, less than 30 days of it are left, it does not
 * have all of `names`, or somebody else could have read its key. Throws a UserError when the folder or a file in it cannot be
 * read or written.
 */
export async function ownCertificate(
  folder: string,
  names: readonly string[],
  nowMs = Date.now(),
): Promise<OwnCertificate> {
  const [keyFile, file] = [KEY_FILE, CERTIFICATE_FILE].map((name) => join(resolve(folder), name)) as [
    string,
    string,
  ]
  try {
    const kept = readKept(keyFile, file)
    if (kept && isOf(kept, names, nowMs)) return { ...kept, ...factsOf(kept.cert), file }
    const made = await makeCertificate(names, nowMs)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeWhole(keyFile, made.key)
    writeWhole(file, made.cert)
    return { ...made, ...factsOf(made.cert), file }
  } catch (error) {
    throw new UserError(
      `The certificate of --https cannot be stored in ${resolve(folder)}: ${(error as Error).message}. Make the folder and its files readable and writable for you, or name another one with --data.`,
    )
  }
}

type Pair = { key: string; cert: string }

function readKept(keyFile: string, file: string): Pair | undefined {
  if (!existsSync(keyFile) || !existsSync(file)) return undefined
  // Windows has no such modes.
  if (process.platform !== 'win32' && statSync(keyFile).mode & OTHERS) return undefined
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8') }
}

/** Whether a pair fits together, has all names, and lasts. A file that is no certificate is as good as none. */
function isOf({ key, cert }: Pair, names: readonly string[], nowMs: number): boolean {
  try {
    const read = new X509Certificate(cert)
    const has = (name: string) => (isIP(name) ? read.checkIP(name) : read.checkHost(name)) !== undefined
    return (
      read.checkPrivateKey(createPrivateKey(key)) &&
      names.every(has) &&
      Date.parse(read.validFrom) <= nowMs &&
      Date.parse(read.validTo) - nowMs >= SPARE_MS
    )
  } catch {
    return false
  }
}

const factsOf = (cert: string) => {
  const { fingerprint256, validTo } = new X509Certificate(cert)
  return { fingerprint: fingerprint256, endsMs: Date.parse(validTo) }
}

/** For a server and nothing else (RFC 5280 §4.2.1): trusting it does not make any other certificate trusted. */
async function makeCertificate(names: readonly string[], nowMs: number): Promise<Pair> {
  const { privateKey: key } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const signer = forge.pki.privateKeyFromPem(key)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(signer.n, signer.e)
  // A positive number of at most 20 bytes (§4.1.2.2).
  certificate.serialNumber = `01${randomBytes(16).toString('hex')}`
  certificate.validity.notBefore = new Date(nowMs - BEFORE_MS)
  certificate.validity.notAfter = new Date(nowMs + LASTS_MS)
  const subject = [
    { name: 'organizationName', value: 'Backlot' },
    { name: 'commonName', value: `Backlot console on ${hostname()}`.slice(0, 64) },
  ]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
    },
  ])
  certificate.sign(signer, forge.md.sha256.create())
  return { key, cert: forge.pki.certificateToPem(certificate) }
}

/** A reader sees the old file or the new one, and nobody else reads either. */
function writeWhole(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.new`
  try {
    writeFileSync(fresh, text, { mode: 0o600 })
    chmodSync(fresh, 0o600)
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}
