/** A signed list of plugins at an address: what its author publishes, and what the user sees of it. */
import { z } from 'zod'
import { finding } from './plugin-code-scan.ts'
import { permissionOfPlugin } from './plugin-bundle.ts'
import { webAddress } from './shapes.ts'

/** Characters of the file. */
export const MAX_CATALOGUE = 1_000_000
/** Catalogues of one user. */
export const MAX_CATALOGUES = 10

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const listedVersion = z.object({
  version: z.string().min(1).max(40),
  /** Of the bundle. */
  address: webAddress.max(2000),
  /** Of the bundle, SHA-256. */
  hash,
  permissions: z.array(permissionOfPlugin).max(20),
  /** What a scan of its code found. */
  findings: z
    .array(
      z.object({
        kind: finding.shape.kind,
        names: z.array(z.string().max(300)).max(50),
      }),
    )
    .max(5)
    .default([]),
})
/** What is signed, as JSON. A later one has a greater `sequence`. */
export const cataloguePayload = z.object({
  name: z.string().min(1).max(100),
  sequence: z.number().int().min(0),
  plugins: z
    .array(
      z.object({
        id: z.string().regex(/^[a-z][a-z0-9-]{2,63}$/),
        name: z.string().min(1).max(100),
        description: z.string().max(500),
        /** The newest first. */
        versions: z.array(listedVersion).min(1).max(20),
      }),
    )
    .max(500),
})
export type CataloguePayload = z.infer<typeof cataloguePayload>

/** The file: `signature` is that of the characters of `payload` in UTF-8, Ed25519; both it and the public key in base64url. */
export const signedCatalogue = z.object({
  format: z.literal('lectern-catalogue-1'),
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
  payload: z.string(),
})

/** A catalogue as the user has it. */
export const pluginCatalogue = z.object({
  address: z.string(),
  key: z.string(),
  /** The key in words that can be read out. */
  fingerprint: z.string(),
  ...cataloguePayload.shape,
})
export type PluginCatalogue = z.infer<typeof pluginCatalogue>
