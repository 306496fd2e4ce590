/** The `name` of the failure that asks for a proof (`POST prove`). */
export const proofRequired = 'ProofRequiredError';
