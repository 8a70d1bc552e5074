import { optionsFrom } from './config.ts'
import { createSimulator } from './create-simulator.ts'
import { StartError } from './start-error.ts'

/** The simulator as a program: options from the command line and the environment, signals, exit codes. */
async function main(): Promise<void> {
  const { options, json } = optionsFrom(process.argv.slice(2), process.env)
  const simulator = await createSimulator(options)
  let ending = false
  const end = async (exitCode: number) => {
    if (ending) return
    ending = true
    process.exitCode = exitCode
    // Parts that hang must not: whatever they hold is given back by the system.
    setTimeout(() => process.exit(exitCode), 2500).unref()
    await simulator[Symbol.asyncDispose]()
    process.exit(exitCode)
  }
  process.on('SIGINT', () => void end(0))
  process.on('SIGTERM', () => void end(0))
  void simulator.failed.then((error) => {
    console.error(error.message)
    return end(2)
  })
  const { url, control, media, rtmp, hj212, jt808 } = simulator
  if (json) console.log(JSON.stringify({ url, control, media, rtmp, hj212, jt808, pid: process.pid }))
  else console.log(`${url}  seed ${simulator.seed}  control token ${simulator.controlToken}`)
}

main().catch((error: unknown) => {
  if (error instanceof StartError) {
    console.error(error.message)
    process.exitCode = 1
    return
  }
  console.error(error)
  process.exitCode = 2
})
