/** Signs a list of plugins, as readers take it from an address. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { codeOf, parseBundle } from '../../contract/plugin-bundle.ts'
import { cataloguePayload, signedCatalogue, type CataloguePayload } from '../../contract/plugin-catalogue.ts'
import { scanCode } from '../../contract/plugin-code-scan.ts'

export type CatalogueOptions = {
  /** The file of the private key, which is made where there is none. */
  readonly key: string
  readonly name: string
  /** The bundles are there, by the names of their files. */
  readonly base: string
  readonly files: readonly string[]
  /** The catalogue before: its versions stay listed below the new ones, and its number goes up. */
  readonly before: string | null
}

/** @returns the text of the catalogue. @throws where a file is no bundle */
export function catalogueText({ key, name, base, files, before }: CatalogueOptions): string {
  if (!existsSync(key))
    writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
    })
  const privateKey = createPrivateKey(readFileSync(key))
  const known = before === null ? null : payloadOf(before)
  const plugins = files.map((file) => listed(file, base, known))
  const others = known?.plugins.filter(({ id }) => !plugins.some((one) => one.id === id)) ?? []
  const payload = JSON.stringify(
    cataloguePayload.parse({ name, sequence: (known?.sequence ?? 0) + 1, plugins: [...plugins, ...others] }),
  )
  return `${JSON.stringify({
    format: 'lectern-catalogue-1',
    key: createPublicKey(privateKey).export({ format: 'jwk' }).x,
    signature: sign(null, Buffer.from(payload), privateKey).toString('base64url'),
    payload,
  })}\n`
}

const payloadOf = (text: string): CataloguePayload =>
  cataloguePayload.parse(JSON.parse(signedCatalogue.parse(JSON.parse(text)).payload))

function listed(file: string, base: string, known: CataloguePayload | null) {
  const text = readFileSync(file, 'utf8')
  const bundle = parseBundle(text)
  if (!bundle) throw new Error(`${file} is no plugin`)
  const { id, version, permissions } = bundle.manifest
  const { name = id, description = '' } = bundle.locales.en
  const earlier = known?.plugins.find((one) => one.id === id)?.versions ?? []
  const newest = {
    version,
    address: new URL(file.split(/[\\/]/).at(-1) ?? file, base).href,
    hash: createHash('sha256').update(text).digest('hex'),
    permissions,
    findings: scanCode(codeOf(bundle)).map(({ kind, names }) => ({
      kind,
      names: names.slice(0, 50).map((one) => one.slice(0, 300)),
    })),
  }
  const versions = [newest, ...earlier.filter((one) => one.version !== version)].slice(0, 20)
  return { id, name: String(name), description: String(description).slice(0, 500), versions }
}
