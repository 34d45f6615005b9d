/** `lectern-plugin`: packs a plugin, serves it while it is written, and signs a catalogue. */
import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogueText } from './catalogue.ts'
import { readFolder } from './read-folder.ts'

const USAGE = `lectern-plugin pack [FOLDER] [--out FILE]
lectern-plugin watch [FOLDER] [--port 4320]
lectern-plugin catalogue FILES… --key FILE --name NAME --base ADDRESS/ [--out catalogue.json]
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    port: { type: 'string', default: '4320' },
    key: { type: 'string' },
    name: { type: 'string' },
    base: { type: 'string' },
  },
})
const [command, ...inputs] = positionals
const print = (text: string) => void process.stdout.write(`${text}\n`)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function pack(folder: string): void {
  const { id, text } = readFolder(folder)
  const out = values.out ?? `${id}.json`
  writeFileSync(out, text)
  print(`${out}: ${text.length} characters`)
}

/** Serves the latest bundle that could be made. */
function serve(folder: string): void {
  let packed = readFolder(folder)
  const server = createServer((request, response) => {
    if (request.url !== `/${packed.id}.json`) return void response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(packed.text)
  })
  server.listen(Number(values.port), '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : values.port
    print(`http://127.0.0.1:${port}/${packed.id}.json`)
  })
  watch(folder, { recursive: true }, (_, name) => {
    if (!/\.(js|json)$/.test(name ?? '')) return
    try {
      const next = readFolder(folder)
      if (next.text !== packed.text) print(`${next.id} is new`)
      packed = next
    } catch (error) {
      print(messageOf(error))
    }
  })
}

function signCatalogue(files: readonly string[]): void {
  const { key, name, base, out = 'catalogue.json' } = values
  if (!key || !name || !base || files.length === 0) throw new Error(USAGE)
  const before = existsSync(out) ? readFileSync(out, 'utf8') : null
  writeFileSync(out, catalogueText({ key, name, base, files, before }))
  print(out)
}

try {
  if (command === 'pack') pack(resolve(inputs[0] ?? '.'))
  else if (command === 'watch') serve(resolve(inputs[0] ?? '.'))
  else if (command === 'catalogue') signCatalogue(inputs)
  else throw new Error(USAGE)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
