export declare const FILE: URL;
/** The file's text as the simulator's list of faults has it now. */
export declare function faultTypes(): string;
//# sourceMappingURL=fault-types.d.ts.map