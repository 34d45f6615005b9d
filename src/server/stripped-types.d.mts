/** Path of the stripped copy, named after the content of the file: a changed file has another copy, or none yet. */
export function strippedFile(text: string | Uint8Array): string
