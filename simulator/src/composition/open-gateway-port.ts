import { StartError } from '../kernel/start-error.ts'

/** Opens a gateway; a port that cannot be had is a StartError that names the port and its option. */
export async function openGatewayPort<Gateway>(
  { name, option, port }: { name: string; option: string; port: number },
  open: () => Promise<Gateway>,
): Promise<Gateway> {
  try {
    return await open()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EACCES' ? 'cannot be used by this user' : 'is already in use'
    throw new StartError(`${name} port ${port} ${why}. Use another one, 0 or off with ${option}.`, {
      cause: error,
    })
  }
}
