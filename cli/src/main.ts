import { main } from './program.ts'

// Who reads us (`| head`) may have enough; that is no defect of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

await main(process.argv.slice(2))
