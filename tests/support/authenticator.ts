/** A passkey in software: one P-256 key, attestation "none" (WebAuthn level 2, 6.5 and 8.7). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Request = { readonly challenge: string }
const PRESENT_AND_VERIFIED = 0x05
const WITH_KEY = 0x40

export function createAuthenticator(rpId: string, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const authenticatorData = (flags: number, ...rest: Buffer[]) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count, ...rest])
  }
  const client = (type: string, { challenge }: Request, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    create(requests: Request) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const key = [Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]
      const authData = authenticatorData(PRESENT_AND_VERIFIED | WITH_KEY, ...key)
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return credential({
        clientDataJSON: client('webauthn.create', requests, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** @param from the requesting page, if it is not ours */
    get(requests: Request, from = origin) {
      const data = authenticatorData(PRESENT_AND_VERIFIED)
      const clientData = client('webauthn.get', requests, from)
      const signature = sign('sha256', Buffer.concat([data, hash(clientData)]), privateKey)
      return credential({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest()

type Cbor = number | string | Buffer | Map<number, Cbor> | Map<string, Cbor>

/** RFC 8949, as far as an attestation needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
