import { programVersion } from '@backlot/simulator/kernel/program-version'
import { Command } from 'commander'
import { findControl } from '../control-client.ts'
import { withExamples } from '../examples.ts'
import { withTarget } from '../output.ts'
import { UserError } from '../user-error.ts'

type McpFlags = { control?: string; data: string; allowControl?: true; account: string; passwordEnv: string }

/** Of the demo's accounts. */
const DEMO_PASSWORD = 'Backlot@2026'

export function mcpCommand(): Command {
  return withExamples(
    withTarget(
      new Command('mcp').description(
        'serve a running simulator to assistants (Model Context Protocol over standard input and output)',
      ),
    )
      .option('--allow-control', 'tools may change something: raise alarms, move the clock, inject faults')
      .option('--account <name>', "account for the platform's calls", 'admin')
      .option(
        '--password-env <name>',
        "variable that holds its password (default password: the demo's)",
        'BACKLOT_PASSWORD',
      ),
    'backlot mcp',
    'backlot mcp --allow-control --control http://127.0.0.1:8080',
  ).action(async (flags: McpFlags) => {
    if (process.stdin.isTTY)
      throw new UserError(
        'An assistant starts this command and speaks to it: write it into the configuration of the assistant.',
      )
    const { createMcpServer } = await import('../mcp/create-mcp-server.ts')
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
    const options = {
      target: findControl(flags),
      allowControl: flags.allowControl ?? false,
      account: { loginName: flags.account, password: process.env[flags.passwordEnv] ?? DEMO_PASSWORD },
      version: programVersion(),
    }
    const served = serveStdio(() => createMcpServer(options))
    await new Promise((resolve) => process.stdin.once('close', resolve).once('end', resolve))
    await served.close()
  })
}
