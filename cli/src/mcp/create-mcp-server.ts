import { McpServer } from '@modelcontextprotocol/server'
import type { ControlTarget } from '../control-client.ts'
import { addControlTools } from './control-tools.ts'
import { addPlatformTools } from './platform-tools.ts'
import { SignedIn } from './signed-in.ts'

export type McpOptions = {
  target: ControlTarget
  /** Whether tools may change something. */
  allowControl: boolean
  /** For the platform's own calls. */
  account: { loginName: string; password: string }
  version: string
}

const ABOUT =
  'Tools of a running Backlot: a simulated platform for cameras, vehicles and sensors, and its devices. Times are platform time, which the clock tool tells.'
const READ_ONLY = 'These tools only read: those that change something need backlot mcp --allow-control.'

/** Control API and console's calls of a running simulator as tools (Model Context Protocol, specification 2026-07-28). */
export function createMcpServer({ target, allowControl, account, version }: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'backlot', version },
    { instructions: allowControl ? ABOUT : `${ABOUT} ${READ_ONLY}` },
  )
  addControlTools(server, target, allowControl)
  addPlatformTools(server, target, new SignedIn(target, account), allowControl)
  return server
}
