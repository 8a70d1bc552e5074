// npm run peers: the console and `backlot check` before servers that others wrote, made from our description.
import { projectArgs } from './e2e-projects.mjs'
import { installPeers } from './install-peers.mjs'
import { runWithChromium } from './with-chromium.mjs'

installPeers()
await runWithChromium('npm run peers', 'playwright', projectArgs('peers', ...process.argv.slice(2)))
