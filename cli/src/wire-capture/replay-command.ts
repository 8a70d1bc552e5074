import { Command } from 'commander'
export function replayWireCommand(): Command {
  return new Command('replay')
}
