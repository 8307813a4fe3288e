import Report

reportMemory()
