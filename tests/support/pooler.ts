/**
 * A pooler in transaction mode: each transaction of a client runs on another connection to PostgreSQL than the one before,
 * and nothing is reset in between. Speaks version 3 of the frontend/backend protocol (PostgreSQL's manual, chapter 55).
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

export type Pooler = {
  /** postgres://… through the pooler. */
  readonly url: string
  /** Transactions so far, by connection to PostgreSQL. */
  readonly transactions: () => readonly number[]
  readonly close: () => Promise<void>
}
type Backend = {
  readonly stream: Socket
  transactions: number
  /** Receives its messages during a transaction. */
  receive: (type: string, message: Buffer) => void
}

const SSL_REQUEST = 80_877_103
const GSS_REQUEST = 80_877_104
const CANCEL_REQUEST = 80_877_102

/** @param url of the database @param count connections to it: transactions beyond wait */
export async function startPooler(url: string, count: number): Promise<Pooler> {
  const backends = await Promise.all(Array.from({ length: count }, () => connect(url)))
  const idle = [...backends]
  const waiting: ((backend: Backend) => void)[] = []
  const sockets = new Set<Socket>()

  /** The one that has been idle longest: with several, never the last one of the same client. */
  const acquire = (): Promise<Backend> => {
    const backend = idle.shift()
    return backend ? Promise.resolve(backend) : new Promise((resolve) => waiting.push(resolve))
  }
  const release = (backend: Backend): void => {
    backend.receive = () => undefined
    const next = waiting.shift()
    if (next) next(backend)
    else idle.push(backend)
  }

  const serve = (socket: Socket): void => {
    sockets.add(socket)
    let backend: Backend | null = null
    let acquiring = false
    let queued: Buffer[] = []
    /** Requests without ReadyForQuery yet. */
    let open = 0
    let begun = false

    const send = (message: Buffer): void => {
      const type = message.toString('latin1', 0, 1)
      if (type === 'X') return void socket.end()
      if (type === 'Q' || type === 'S') open += 1
      if (backend) return void backend.stream.write(message)
      queued.push(message)
      if (acquiring) return
      acquiring = true
      void acquire().then(attach)
    }
    const attach = (acquired: Backend): void => {
      acquiring = false
      if (socket.destroyed) return release(acquired)
      backend = acquired
      backend.transactions += 1
      backend.receive = (type, message) => {
        socket.write(message)
        if (type !== 'Z') return
        open -= 1
        // 'I': outside of a transaction.
        if (open > 0 || message.toString('latin1', 5, 6) !== 'I') return
        backend = null
        release(acquired)
      }
      backend.stream.write(Buffer.concat(queued))
      queued = []
    }
    const start = (message: Buffer): void => {
      const code = message.readInt32BE(4)
      if (code === CANCEL_REQUEST) return void socket.destroy()
      if (code === SSL_REQUEST || code === GSS_REQUEST) return void socket.write('N')
      begun = true
      socket.write(
        Buffer.concat([
          // AuthenticationOk, BackendKeyData that names no process of PostgreSQL, ReadyForQuery.
          Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'),
          Buffer.from('K\0\0\0\x0c\0\0\0\0\0\0\0\0', 'latin1'),
          Buffer.from('Z\0\0\0\x05I', 'latin1'),
        ]),
      )
    }
    /** Ends the transaction of a client that has gone, as PostgreSQL does for its own clients. */
    const left = (): void => {
      sockets.delete(socket)
      const abandoned = backend
      backend = null
      if (!abandoned) return
      open += 2
      abandoned.receive = (type) => {
        if (type !== 'Z') return
        open -= 1
        if (open === 0) release(abandoned)
      }
      abandoned.stream.write(SYNC_AND_ROLLBACK)
    }
    socket.on('error', () => undefined)
    socket.on('close', left)
    const startup = split(0, start)
    const messages = split(1, send)
    socket.on('data', (data) => {
      if (begun) messages(data)
      else startup(data)
    })
  }
  for (const backend of backends)
    backend.stream.on(
      'data',
      split(1, (message) => backend.receive(message.toString('latin1', 0, 1), message)),
    )
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pooled = new URL(url)
  pooled.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: pooled.href,
    transactions: () => backends.map(({ transactions }) => transactions),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      for (const { stream } of backends) stream.destroy()
    },
  }
}

/** Sync, and Query: ROLLBACK */
const SYNC_AND_ROLLBACK = Buffer.from('S\0\0\0\x04Q\0\0\0\x0dROLLBACK\0', 'latin1')

/** The driver signs in; then the pooler handles the messages of its socket. */
async function connect(url: string): Promise<Backend> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  return { stream, transactions: 0, receive: () => undefined }
}

/** Collects bytes into messages. @param lengthAt position of the length, which excludes the bytes before it */
function split(lengthAt: number, receive: (message: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (data) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= lengthAt + 4) {
      const end = lengthAt + rest.readInt32BE(lengthAt)
      if (rest.length < end) return
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      receive(message)
    }
  }
}
