/** Breaking differences that no message shows, with the reason. */
export const withoutWitness: Readonly<Record<string, string>> = {
  'serialisation-changed': 'the same text is read as another value; no part of the message is invalid',
  'encoding-changed': 'the same bytes are read as another value',
  'content-encoding-changed': 'a validator does not decode texts',
  'discriminator-changed': 'the same message is valid; another field names its form',
  'discriminator-value-removed': 'a validator does not read discriminators',
  'property-removed': 'a response without the field was valid before, if the field was optional',
  'write-only-set': 'a response without the field was valid before, if the field was optional',
  'body-removed': 'the contract does not say that a body is refused',
  'success-status-removed': 'the contract does not say which status replaces it',
  'callback-removed': 'a request that is not sent is no message',
}
