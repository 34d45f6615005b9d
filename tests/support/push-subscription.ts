/** A browser's push subscription with its own keys, which decrypts the messages that a server encrypts for it (RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

export type PushSubscriptionSample = {
  /** As `JSON.stringify(pushSubscription)` in a browser. */
  readonly token: string
  /** @param body of the request to the push service @returns the message's text */
  readonly open: (body: Buffer) => string
}

/** @param endpoint address of the push service */
export function pushSubscription(endpoint: string): PushSubscriptionSample {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  const token = JSON.stringify({
    endpoint,
    expirationTime: null,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
  })
  const open = (body: Buffer) => {
    const salt = body.subarray(0, 16)
    const keyEnd = 21 + body.readUInt8(20)
    const sender = body.subarray(21, keyEnd)
    const sealed = body.subarray(keyEnd)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const secret = derive(keys.computeSecret(sender), auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // The text ends with the delimiter of the last record, then padding.
    return text.subarray(0, text.lastIndexOf(2)).toString()
  }
  return { token, open }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
