/** A file of a terminal to an FTP server (RFC 959, RFC 2428), in passive mode. */
import { stat } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { Client, type FTPContext, FTPError, type FTPResponse } from 'basic-ftp'

export type FtpJob = {
  address: string
  port: number
  user: string
  password: string
  /** Folder on the server, made where it is missing; empty: where the user begins. */
  path: string
  name: string
  file: string
  /** What an attempt before has left on the server is continued. */
  continues: boolean
  /** Whether data may go to a port of the server. */
  mayConnect(port: number): Promise<boolean>
}

/** Silence of the server that ends an attempt: it may have megabytes in its buffers after the last byte was sent. */
const SILENT_MS = 60_000

/** Resolves when the server has the whole file. Rejects when it does not take it, and when `signal` is aborted. */
export async function uploadByFtp(job: FtpJob, signal: AbortSignal): Promise<void> {
  const { size } = await stat(job.file)
  signal.throwIfAborted()
  const client = new Client(SILENT_MS)
  const stop = (): void => client.close()
  signal.addEventListener('abort', stop)
  try {
    client.prepareTransfer = (ftp) => openDataConnection(ftp, job)
    await client.access({ host: job.address, port: job.port, user: job.user, password: job.password })
    if (job.path !== '') await client.ensureDir(job.path)
    const there = job.continues ? await client.size(job.name).catch(() => 0) : 0
    if (there > 0 && there < size) await client.appendFrom(job.file, job.name, { localStart: there })
    else if (there !== size) await client.uploadFrom(job.file, job.name)
    const stored = await client.size(job.name).catch(() => size)
    // More: the server stored what an attempt before had sent after it was asked how much it has. It is sent anew then.
    if (stored !== size) throw new Error(`the server has ${stored} of ${size} bytes`)
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}

/** Why an upload failed, without what the server says: it might repeat names and passwords. */
export function ftpFailure(error: unknown): string {
  if (error instanceof FTPError) return `the server answered ${error.code}`
  return error instanceof Error ? error.message : String(error)
}

/**
 * Opens the connection for data to the address of the control connection, whatever address the server names, and to a
 * port that is allowed.
 */
async function openDataConnection(ftp: FTPContext, job: FtpJob): Promise<FTPResponse> {
  const answer = await ftp.request('EPSV').catch(() => ftp.request('PASV'))
  const port = passivePort(answer.message)
  if (port === undefined || !(await job.mayConnect(port)))
    throw new Error('the server names no port for data')
  const socket = createConnection({ host: job.address, port })
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(SILENT_MS, () => fail(new Error('the port for data does not answer')))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeListener('error', fail)
      ftp.dataSocket = socket
      resolve()
    })
  })
  return answer
}

/** The port of 229 (|||port|) and of 227 (h1,h2,h3,h4,p1,p2). */
function passivePort(message: string): number | undefined {
  const extended = /\(\|\|\|(\d{1,5})\|\)/.exec(message)?.[1]
  const plain = /\(\d{1,3},\d{1,3},\d{1,3},\d{1,3},(\d{1,3}),(\d{1,3})\)/.exec(message)
  const port = extended ? Number(extended) : plain ? Number(plain[1]) * 256 + Number(plain[2]) : 0
  return port >= 1 && port <= 65_535 ? port : undefined
}
