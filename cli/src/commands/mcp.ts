import { programVersion } from '@backlot/simulator/kernel/program-version'
import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { type ControlOptions, targetOf, withControl } from '../output.ts'

type McpCommandOptions = Omit<ControlOptions, 'json'> & {
  allowControl?: boolean
  login: string
  password?: string
}

/** The password of the demo's accounts. */
const DEMO_PASSWORD = 'Backlot@2026'

/** Tools for assistants, over standard input and output. */
export function mcpCommand(): Command {
  return withExamples(
    withControl(
      new Command('mcp')
        .description('serve the running simulator to assistants (Model Context Protocol, over standard input and output)')
        .option('--allow-control', 'tools may change something: raise alarms, move the clock, inject faults')
        .option('--login <name>', 'account for calls of the platform', 'admin')
        .option('--password <text>', "its password (or BACKLOT_PASSWORD; default: the demo's)"),
    ),
    'backlot mcp',
    'backlot mcp --allow-control --control http://127.0.0.1:8080',
  ).action(async (options: McpCommandOptions) => {
    const { serveMcp } = await import('../mcp/serve-mcp.ts')
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
    const server = await serveMcp(
      {
        target: targetOf(options),
        allowControl: options.allowControl ?? false,
        loginName: options.login,
        password: options.password ?? process.env['BACKLOT_PASSWORD'] ?? DEMO_PASSWORD,
        version: programVersion(),
      },
      new StdioServerTransport(),
    )
    await new Promise<void>((resolve) => {
      server.onclose = resolve
      process.stdin.once('end', resolve)
    })
    await server.close()
  })
}
