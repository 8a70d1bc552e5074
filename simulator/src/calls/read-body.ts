import type { IncomingMessage } from 'node:http'
import { PlatformError } from '../kernel/platform-error.ts'
import { WorkBudget } from '../kernel/work-budget.ts'
import { JsonFault, parseJson } from './parse-json.ts'

/** Largest JSON body. */
const JSON_BYTES_MAX = 1024 * 1024
/** Pieces of a long body parsed in one turn of the event loop: some milliseconds. */
const PIECE_BYTES = 4096
const PIECES_A_TURN = 100
const parsing = new WorkBudget(PIECES_A_TURN)

/** All bytes of a request's body. Throws tooLarge past `maxBytes` and stops reading. */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new PlatformError('tooLarge', `The body is larger than ${maxBytes} bytes.`)
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes) throw tooLarge()
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const settle = (error: Error | undefined) => {
      request.off('data', onData).off('end', onEnd).off('error', onLoss).off('close', onLoss)
      if (error) reject(error)
      else resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts, size))
    }
    const onData = (part: Buffer) => {
      size += part.length
      if (size > maxBytes) {
        settle(tooLarge())
        // The rest is read and thrown away, so that the caller gets to read the refusal.
        request.resume()
      } else parts.push(part)
    }
    const onEnd = () => settle(undefined)
    // A caller that goes away (the request errs as aborted) is no failure of ours.
    const onLoss = () => settle(new PlatformError('invalid', 'The body ended early.'))
    request.on('data', onData).on('end', onEnd).on('error', onLoss).on('close', onLoss)
  })
}

/**
 * The JSON body of a write; undefined when there is none. Throws unsupportedMediaType, tooLarge or invalid (parseJson
 * lists the reasons).
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type']
  const empty =
    request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0
  if (empty && type === undefined) return undefined
  if (!isJson(type))
    throw new PlatformError('unsupportedMediaType', 'The body must be application/json (UTF-8).')
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new PlatformError('unsupportedMediaType', 'Content-Encoding is not supported.')
  }
  const bytes = await readBytes(request, JSON_BYTES_MAX)
  // Short bodies, as calls have them, cost less than the work for their call.
  const turn = bytes.length < PIECE_BYTES ? undefined : parsing.take(bytes.length / PIECE_BYTES)
  if (turn) await turn
  const text = bytes.toString('utf8')
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    throw new PlatformError('invalid', `The body is not valid JSON: ${error.message}`, error.field)
  }
}

function isJson(type: string | undefined): boolean {
  if (type === undefined) return false
  const [mime, ...parameters] = type.toLowerCase().split(';')
  if (mime!.trim() !== 'application/json') return false
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}
