import { Command } from 'commander'
import { captureCommand } from '../wire-capture/capture-command.ts'
import { replayWireCommand } from '../wire-capture/replay-command.ts'

/** Packets of the wires: captured into files, and sent again from them. */
export function wireCommand(): Command {
  return new Command('wire')
    .description('capture the packets of the wires, and send captured ones again')
    .addCommand(captureCommand())
    .addCommand(replayWireCommand())
}
