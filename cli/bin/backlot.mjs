#!/usr/bin/env node
import { fileURLToPath, pathToFileURL } from 'node:url'
import { programFile } from './program-file.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { main } = await import(pathToFileURL(programFile(root)))

await main(process.argv.slice(2))
