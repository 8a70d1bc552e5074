import '../../fleet/thread-kinds.ts'
import { serveWrites } from '../../store/serve-writes.ts'
import { WRITES } from './writes.ts'

serveWrites(WRITES)
